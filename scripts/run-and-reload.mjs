import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { exitLike, onSignal, startChild } from './run-file.mjs'

/** Time for an editor or `git checkout` to write all files. */
const SETTLE_MS = 150

/**
 * Runs a file like `runFile`, and again after each change of a source file below `folders`. The next run starts once
 * the last one has closed the database and exited. After a failed run, e.g. a syntax error, it waits for a change.
 */
export function runAndReload(node, env, file, args, folders) {
  let child
  let ending = false
  let restarting = false

  function run() {
    restarting = false
    child = startChild(node, env, file, args)
    child.once('exit', (code, signal) => {
      child = undefined
      if (ending) exitLike(code, signal)
      else if (restarting) run()
      else console.error('El servidor terminó: se espera el próximo cambio.')
    })
  }

  onSignal((signal) => {
    ending = true
    if (child) child.kill(signal)
    else exitLike(null, signal)
  })
  watchFolders(folders, () => {
    console.log('Hay cambios: el servidor se reinicia.')
    if (!child) return run()
    // SIGINT ends a server without a drain.
    if (!restarting) child.kill('SIGINT')
    restarting = true
  })
  run()
}

/**
 * Calls `changed` after changes of source files below `folders`. Each folder is watched by itself: the recursive watch of
 * Node, also of `--watch-path`, follows the files of Linux by inode and loses one that an editor replaces by renaming.
 */
function watchFolders(folders, changed) {
  const watchers = new Map()
  let isDue = false
  let timer

  /** Watches new folders and drops removed ones; true when there were new ones. */
  function follow() {
    for (const [folder, watcher] of watchers) {
      if (existsSync(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    const before = watchers.size
    for (const folder of folders.flatMap(withSubfolders)) {
      if (!watchers.has(folder))
        watchers.set(
          folder,
          watch(folder, (_event, name) => note(name)),
        )
    }
    return watchers.size > before
  }

  function note(name) {
    isDue ||= /(?<!\.test)\.ts$/.test(name)
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A new folder comes with files that were written before it was watched.
      isDue = follow() || isDue
      if (isDue) changed()
      isDue = false
    }, SETTLE_MS)
  }

  follow()
}

function withSubfolders(folder) {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...below.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
  ]
}
