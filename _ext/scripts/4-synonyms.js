/* Words that mean the same to someone who searches: those of the literature, of other courses, and of this book. */
(function () {
  "use strict";
  window.kernelcourse.sameWords = [
    ["gaussian", "rbf", "squared exponential", "radial basis"], ["gaussian kernel", "gaussian is a kernel", "similarity that forgets"],
    ["gram matrix psd", "psd gram matrix", "kernels are positive semidefinite"], ["ridge", "tikhonov", "l2", "weight decay", "shrinkage", "krr", "penalised least squares"],
    ["positive semidefinite", "psd", "semidefinite", "positive definite", "nonnegative eigenvalue"],
    ["leave one out", "loo", "cross validation", "validation", "loocv"], 
    ["choose", "choosing", "pick", "select", "tune", "tuning"], 
    ["kernelise", "kernel trick"], ["rkhs", "reproducing kernel hilbert space", "native space"], ["pca", "principal component", "principal component analysis"],
    ["mds", "multidimensional scaling"], ["k mean", "kmean"], ["lloyd", "k mean algorithm"], ["clustering", "cluster"], ["centring", "centre", "centred", "mean subtracted", "subtract the mean", "subtracting the mean"],
    ["gram matrix", "kernel matrix"], ["svm", "support vector"], ["bandwidth", "length scale", "width"],
    ["small", "narrow"], ["large", "wide", "big"], ["nystrom", "nystroem", "landmark"], ["feature map", "lift", "embedding", "features"],
    ["mistake bound", "novikoff", "how many mistakes"], ["terminate", "finish", "stop"], ["centroid", "centre", "cluster mean", "mean of a cluster"], ["unregularised", "unpenalised", "free offset"], ["schur product", "hadamard", "product"],
    ["woodbury", "push through", "matrix inversion lemma"], ["lasso", "l1", "penalty that is not a length"], ["intercept", "offset", "bias term", "constant term"],
    ["elbow", "how many clusters", "number of clusters"], ["counterexample", "witness", "refute"], ["invalid kernel", "not a kernel", "indefinite"],
    ["homework", "sheet", "assignment", "problem set"], ["hand in", "submit", "check as you go", "graded", "student guide"], ["grading", "grader", "graded", "grade"],
    ["sigma", "σ"], ["lambda", "λ"], ["gamma", "γ"], ["alpha", "α"], ["phi", "φ", "ϕ"], ["string kernel", "spectrum kernel", "words"],
    ["nearest neighbour", "knn", "neighbour"], ["approximation", "come close"], ["convex", "convexity"], ["gradient descent", "steps instead of a factor", "gradients"],
    ["conjugate gradient", "steps instead of a factor", "how many steps"], ["random feature", "random fourier", "cosines at random", "mean of cosines"],
    ["big data", "large data", "large dataset", "many points", "scale", "million points"], ["triangle inequality", "minkowski"], ["normalise", "normalisation", "changing the scale", "units"],
    ["standardise", "units", "scaling"], ["l1 distance", "manhattan", "taxicab", "city block", "cityblock"], ["edit distance", "levenshtein"], ["correlation", "cosine"], 
    ["conditionally negative", "conditionally positive"], ["bayesian", "most probable", "map estimate"], ["gp", "gaussian process"], ["initialisation", "initial", "where to start", "seeding"],
    ["computational cost", "complexity", "what it costs", "cheaper"], ["runtime", "what it costs"], ["symbol", "list of symbols", "notation", "letter"], ["mistakes in the notes", "errata", "errors in the notes", "errors of the sources"],
    ["eigenvector", "eigenvalue", "spectrum"], ["denoise", "noise", "way back"], ["reconstruct", "pre image", "way back"], ["smooth", "smoothness"], ["orthogonal complement", "split of a weight vector"],
    ["multiclass", "more than two classes", "many classes"], ["closed form", "one minimiser", "set the gradient to zero", "normal equations"], ["install", "run it", "what you need"], ["sklearn", "scikit learn"],
    ["translation invariant", "shift invariant", "stationary", "functions of the difference"], ["valid kernel", "positive semidefinite", "what a kernel is"], ["dot product", "scalar product", "inner product"],
    ["infinite", "infinitely", "infinity", "without end"], ["infinite dimensional", "infinitely many", "without end"], ["basis function", "fixed basis"], ["optimisation", "optimise", "minimise", "minimiser"],
    ["svd", "singular value decomposition", "singular value", "each direction is shrunk"], ["streaming", "online", "one pass"], ["distributed", "parallel", "many machines", "cluster of machines"], ["project", "projection", "new point"],
    ["sigmoid", "tanh"], ["stuck", "local minimum", "local optimum", "bad start"], ["collinear", "multicollinearity", "nearly equal"], ["rotate", "rotation", "turning", "rigid motion"], ["spectral", "eigenvalue"],
    ["outlier", "far away point"], ["zero training error", "interpolate", "interpolation", "through the data"], ["autograder", "grader"], ["cheat", "protect"], ["hyperplane", "separating plane", "plane between", "plane"], ["dual variable", "dual weight", "dual coefficient", "weights of the points", "price for every point"],
    ["variance explained", "explained variance", "how many components"], ["eigenface", "eigen faces", "images"], ["stopping criterion", "stopping", "stops"], ["api", "the package", "name by name"], ["string", "words"], 
    ["citation", "bibliography", "reference", "books"],
    ["margin", "street", "widest"], ["soft margin", "slack", "slack variable", "when no street is free"], ["kkt", "karush kuhn tucker", "complementary slackness", "three kinds of points"],
    ["smo", "sequential minimal optimisation"], ["one versus one", "one against one", "one vs one", "ovo"], ["exponential", "exp"], ["one versus rest", "one versus all", "one against all", "ovr", "ova", "more than two classes", "many classes"], ["duality gap", "what the gap is worth"],
    ["cross entropy", "cross entropy loss", "log loss", "logistic loss", "log odds"], ["newton", "irls", "newton step", "iteratively reweighted"], ["calibration", "calibrated", "probabilities honest"],
    ["marginal likelihood", "evidence", "data say about the model"], ["standard deviation", "error bar", "uncertainty", "confidence interval", "predictive variance", "posterior variance", "credible interval"],
    ["posterior", "given data", "conditioning"], ["prior", "functions drawn at random", "most probable"], ["kde", "kernel density", "density estimate", "parzen window", "window on every point"], 
    ["mmd", "maximum mean discrepancy", "distance of two laws"], ["two sample test", "permutation test", "a test"], ["mean embedding", "mean of the features"], ["characteristic kernel", "what an embedding can see"],
    ["em", "expectation maximisation"], ["gmm", "gaussian mixture", "mixture of gaussian", "mixture model"], ["responsibility", "share"], ["soft k mean", "shares instead of labels", "soft"], ["normalised cut", "ncut", "graph cut"],
    ["jaccard", "tanimoto"], ["tree kernel", "fragment", "trees"], ["weisfeiler", "wl test", "colours"], ["diffusion kernel", "heat kernel", "graph laplacian"], ["random walk", "walks"],
    ["n gram", "ngram", "q gram", "spectrum kernel", "pieces of q letters"], ["subsequence", "gaps allowed"], ["relu", "rectifier", "arc cosine"], ["ntk", "neural tangent", "two kernels of a wide network"],
    ["wide network", "infinite width", "infinitely wide", "networks that are kernels"], ["deep", "deeper"], ["dirichlet", "periodic", "fourier series"], ["slides", "lectures"], ["syllabus", "weeks", "two plans"]
  ];
  /* Who asks for the first may want the others, and not the other way round. */
  window.kernelcourse.seeAlso = [
    ["overfit", "follows every point", "leave one out", "bias and variance"], ["underfit", "bias and variance", "too expensive"], ["hyperparameter", "choosing lambda", "leave one out"], ["regularisation", "penalty", "ridge", "price"],
    ["hat matrix", "smoother matrix", "ridge shrinks"], ["convergence", "converge", "stop", "novikoff"], ["max margin", "maximum margin", "support vector", "widest"], ["cauchy schwarz", "angle", "quick tests"],
    ["overlap", "no plane separates", "when no street is free"], ["member", "points of a cluster"], ["lose", "empty"], ["min", "minimum"], ["max", "maximum"],
    ["blow up", "diverge", "without a penalty"], ["explode", "diverge", "nearly coincide"], ["rank", "dimension"], ["histogram", "density"], ["brownian motion", "wiener process", "minimum"], ["wiener", "brownian", "minimum"],
    ["sobolev", "derivative", "smoothness"], ["coordinates", "map"], ["combine", "combining", "building", "rules"], ["separable", "plane between two classes", "separates"],
    ["iteration", "step", "again and again"], ["unique", "one minimiser"], ["reconstruction error", "nearest plane", "projection"]
  ];
})();
