import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const endWithParent = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url))

/** Runs a file of the shop in our place: our signals are its signals, its exit code is ours. */
export function runFile(node, env, file, args) {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', endWithParent]
  const child = spawn(node, [...flags, file, ...args], {
    // Pictures are decoded on several threads, and glibc would keep the peak of each: 240 MB more after forty photos.
    // React draws several times as many pages a second without the checks it makes for developers.
    env: { MALLOC_ARENA_MAX: '2', NODE_ENV: args.includes('--dev') ? 'development' : 'production', ...env },
    // In a group of its own. In ours the terminal's Ctrl-C would reach it twice, once from the terminal and
    // once through us, and a server takes the second for "at once".
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })

  // npm passes Ctrl-C on as well, so it may come in twice within a moment.
  let last = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < 500) return
      last = Date.now()
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}
