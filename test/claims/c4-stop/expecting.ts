import http from 'node:http'
import { readJson } from '../../support/calls/calls.ts'
import type { Answer } from '../../support/calls/client.ts'

/**
 * Orders over connections that stay open, and asks with each order for `100 Continue`: Node says it when it has read the
 * headers and hands the request over (https://nodejs.org/api/http.html#event-checkcontinue). Who heard it was accepted.
 */
export function expectingCustomer(port: number) {
  const agent = new http.Agent({ keepAlive: true })
  const customer = {
    /** Connections that ended without an answer after the server had said 100, and before. */
    cutAfter100: 0,
    cutBefore100: 0,
    end: () => agent.destroy(),
    post(access: string, order: object, key: string): Promise<Pick<Answer, 'status' | 'body'>> {
      const body = JSON.stringify(order)
      const headers = {
        authorization: `Bearer ${access}`,
        'idempotency-key': key,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      }
      let isAccepted = false
      return new Promise<Pick<Answer, 'status' | 'body'>>((resolve, reject) => {
        const request = http.request({
          port,
          host: '127.0.0.1',
          path: '/api/orders/',
          method: 'POST',
          headers,
          agent,
        })
        request.on('continue', () => (isAccepted = true))
        request.on('error', reject)
        request.on('response', (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: readJson(Buffer.concat(pieces).toString()) }),
          )
        })
        // The body comes with the headers: only whether they were read is asked.
        request.end(body)
      }).catch((error: unknown) => {
        // Who found the door shut was never in.
        const isRefused = error instanceof Error && Reflect.get(error, 'code') === 'ECONNREFUSED'
        if (!isRefused) customer[isAccepted ? 'cutAfter100' : 'cutBefore100'] += 1
        throw error
      })
    },
  }
  return customer
}
