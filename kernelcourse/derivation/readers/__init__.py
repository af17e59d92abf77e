"""What a reader does with a derivation: own lines, deriving alone, one value of λ, kernelising."""
