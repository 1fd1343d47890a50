// Needs only Node, and is imported before every module that reads the environment. Node 20 itself consumes an
// --env-file before a `--`.
import { resolve } from "node:path";

/**
 * Reads the settings file that `--env-file FILE` names, as the service and the command line share one, and takes the
 * option out of the arguments. Variables that are already set win.
 * @param {string[]} words arguments, changed in place @param {string} folder where a relative path begins
 */
export function takeEnvFile(words, folder) {
  const at = words.findIndex((word) => word === "--env-file" || word.startsWith("--env-file="));
  if (at === -1) return;
  const [option = "", next] = words.slice(at, at + 2);
  const file = option.includes("=") ? option.slice(option.indexOf("=") + 1) : next;
  if (!file) throw new Error("--env-file needs a file.");
  words.splice(at, option.includes("=") ? 1 : 2);
  try {
    process.loadEnvFile(resolve(folder, file));
  } catch (error) {
    throw new Error(`The settings file cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

try {
  takeEnvFile(process.argv, process.env.INIT_CWD ?? process.cwd());
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exit(1);
}
