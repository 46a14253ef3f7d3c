import http from 'node:http'
import { readJson } from '../../../test/support/calls/calls.ts'
import type { Answer } from '../../../test/support/calls/client.ts'

/**
 * Orders over keep-alive connections, each with `Expect: 100-continue`: Node answers it when it has read the headers and
 * passes on the request (https://nodejs.org/api/http.html#event-checkcontinue). From then on the request counts as accepted.
 */
export function expectingCustomer(port: number) {
  const agent = new http.Agent({ keepAlive: true })
  const customer = {
    /** Connections that ended without a response, after and before the 100. */
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
        // The body follows the headers at once: only whether they were read matters.
        request.end(body)
      }).catch((error: unknown) => {
        // A refused connection was never accepted.
        const isRefused = error instanceof Error && Reflect.get(error, 'code') === 'ECONNREFUSED'
        if (!isRefused) customer[isAccepted ? 'cutAfter100' : 'cutBefore100'] += 1
        throw error
      })
    },
  }
  return customer
}
