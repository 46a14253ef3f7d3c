/** Times reads of the API of a server, one at a time, as somebody with an access token. */
export function readsOf(
  { ports: [port] }: { ports: number[] },
  access: string,
  { times, warmUp }: { times: number; warmUp: number },
) {
  async function timed(path: string): Promise<number> {
    const started = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      headers: { authorization: `Bearer ${access}` },
    })
    const answer = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${answer.slice(0, 200)}`)
    return performance.now() - started
  }

  /** A line of a table. `goal`: of p99, in milliseconds. */
  return async (name: string, path: string, goal = Infinity) => {
    for (let time = 0; time < warmUp; time += 1) await timed(path)
    const all: number[] = []
    for (let time = 0; time < times; time += 1) all.push(await timed(path))
    const sorted = all.toSorted((a, b) => a - b)
    const at = (part: number) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1))
    const over = at(0.99) > goal ? '<<<' : ''
    return { name, times, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'max ms': at(1), over }
  }
}
