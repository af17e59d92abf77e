/* node start.mjs '{"folder": …, "library": …, "own": …, "packages": {name: file}, "inside": Python}' */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const asked = JSON.parse(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(asked.folder + "pyodide.mjs"));
const python = await loadPyodide({ indexURL: asked.folder, packages: Object.keys(asked.packages) });
python.unpackArchive(new Uint8Array(readFileSync(asked.folder + asked.own)), "wheel");
python.mountNodeFS("/archives", asked.folder);
python.runPython(asked.inside);
const compile = python.globals.get("compile_into");
compile(asked.library, false);
compile(asked.own, true);
for (const name of Object.values(asked.packages)) compile(name, false);
