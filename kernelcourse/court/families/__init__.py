"""Families with parameters: for which of them is the formula a kernel?"""
