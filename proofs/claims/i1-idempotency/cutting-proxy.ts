import net from 'node:net'
import { freePort } from '../../../test/support/databases/postgres.ts'
import type { ProofContext } from '../../support/proof.ts'

/** `keep`: pass it on; `lose`: cut before it is passed on; `cut-after`: pass it on and cut, so that the response is lost. */
export type Fate = 'keep' | 'lose' | 'cut-after'

export interface CuttingProxy {
  port: number
  /** False lets everything through. */
  cuts: boolean
  /** Number of cuts by kind. */
  counts: { lost: number; cutAfter: number; answersLost: number }
}

/**
 * A TCP proxy that cuts both sides of a connection in the middle, like bad networks. `fateOf` decides for each piece from
 * the client, `fateOfAnswer` for each piece from the server.
 */
export async function cutBetween(
  context: ProofContext,
  target: number,
  {
    fateOf,
    fateOfAnswer = () => 'keep',
  }: { fateOf: (piece: Buffer) => Fate; fateOfAnswer?: (piece: Buffer) => 'keep' | 'lose' },
): Promise<CuttingProxy> {
  const proxy: CuttingProxy = {
    port: await freePort(),
    cuts: true,
    counts: { lost: 0, cutAfter: 0, answersLost: 0 },
  }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    client.on('data', (piece) => {
      const fate = proxy.cuts ? fateOf(piece) : 'keep'
      if (fate === 'lose') {
        proxy.counts.lost += 1
        return cut()
      }
      if (fate === 'keep') return void upstream.write(piece)
      proxy.counts.cutAfter += 1
      // The server reads all of it and works; the response is lost.
      upstream.write(piece, () => {
        client.destroy()
        setTimeout(() => upstream.destroy(), 500).unref()
      })
    })
    upstream.on('data', (piece) => {
      if (client.destroyed) return
      if (proxy.cuts && fateOfAnswer(piece) === 'lose') {
        proxy.counts.answersLost += 1
        return cut()
      }
      client.write(piece)
    })
    client.on('end', () => upstream.end())
    upstream.on('end', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(proxy.port, '127.0.0.1', resolve))
  context.onEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return proxy
}
