import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
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
    // Fewer malloc arenas: pictures are decoded on several threads, and glibc would keep the peak of each (240 MB
    // more after forty photos). A small young generation (docs/decisions/0036-bounded-memory.md). Production mode:
    // React renders several times as many pages a second.
    env: {
      MALLOC_ARENA_MAX: '2',
      NODE_OPTIONS: '--max-semi-space-size=16',
      NODE_ENV: args.includes('--dev') ? 'development' : 'production',
      ...env,
    },
    // In its own process group. In ours it would get the terminal's Ctrl-C twice, and a server takes the second one
    // as "skip the drain".
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  return child
}

/** Calls `act` with SIGINT or SIGTERM, which also stands for SIGHUP and for the end of the npm that started this process. */
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
  onEndOfNpm(() => act('SIGTERM'))
}

/** A killed npm sends no signal. Without npm the parent may exit, as a shell with a background job does. */
function onEndOfNpm(act) {
  if (process.env.npm_lifecycle_event === undefined) return
  const started = npmAbove()
  const timer = setInterval(() => {
    if (npmAbove() === started) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

/** The parent, with npm above it where that is npm's shell. Whether npm itself has another parent does not matter. */
function npmAbove() {
  const status = `/proc/${process.ppid}/status`
  const parent = existsSync(status) ? readFileSync(status, 'utf8') : ''
  const above = /^Name:\s+\w*sh$/m.test(parent) ? /^PPid:\s+(\d+)/m.exec(parent)?.[1] : ''
  return `${process.ppid} ${above}`
}

/** Ends this process the way a child ended. */
export function exitLike(code, signal) {
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143))
}
