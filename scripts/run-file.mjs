import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const endWithParent = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url))

/** Runs a file of the shop in place of this process: passes signals on and exits with its exit code. */
export function runFile(node, env, file, args) {
  const child = startChild(node, env, file, args)
  onSignal((signal) => child.kill(signal))
  child.on('exit', exitLike)
}

export function startChild(node, env, file, args) {
  const flags = ['--disable-warning=ExperimentalWarning', '--import', endWithParent]
  const child = spawn(node, [...flags, file, ...args], {
    // Pictures are decoded on several threads, and glibc would keep the peak of each: 240 MB more after forty photos.
    // React renders several times as many pages a second without its checks for developers.
    env: { MALLOC_ARENA_MAX: '2', NODE_ENV: args.includes('--dev') ? 'development' : 'production', ...env },
    // In its own process group. In ours it would get the terminal's Ctrl-C twice, once from the terminal and once
    // through us, and a server takes the second one as "skip the drain".
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  return child
}

/** Calls `act` on SIGINT, SIGTERM or SIGHUP; SIGHUP is passed as SIGTERM. */
export function onSignal(act) {
  // npm passes Ctrl-C on as well, so the signal may arrive twice within a moment.
  let last = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < 500) return
      last = Date.now()
      act(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
}

/** Ends this process the way a child ended. */
export function exitLike(code, signal) {
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143))
}
