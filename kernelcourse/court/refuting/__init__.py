"""Points and weights with aᵀKa < 0, or a negative Fourier transform."""
