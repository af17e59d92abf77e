"""Side by side with scikit-learn and tslearn: the same arrays, one process, taking turns.  python -m benchmarks"""
