import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, clientAt } from '../calls/client.ts'
import type { orderOf } from './goods.ts'

/**
 * Customers who order continuously while a fault happens. Each order has its own key, which also ends the recipient's
 * name.
 */
export interface Buyers {
  /** Ids of orders that were answered 201. */
  acknowledged: number[]
  /** When each 201 arrived, in milliseconds of `performance.now()`. */
  answeredAt: number[]
  /** Number of other outcomes: a status, or `cut` for a connection that ended. */
  others: Record<string, number>
  /** Response texts from 500 on, without request ids, and the reasons of `cut`. */
  texts: Set<string>
  /** Resolves when all customers have stopped. */
  stop: () => Promise<void>
}

export interface BuyersOptions {
  /** Tokens of the customers; each may have at most a thousand pending orders. */
  tokens: string[]
  /** Number of concurrent orders; by default the number of customers. */
  workers?: number
  order: ReturnType<typeof orderOf>
  /** Repeats an unanswered order under its key until it is answered; by default it is given up. */
  repeats?: boolean
  /** How an order is sent, instead of fetch. Throws when the connection ends. */
  post?: Post
}

type Post = (access: string, order: object, key: string) => Promise<Pick<Answer, 'status' | 'body'>>

export function startBuyers(
  url: string,
  { tokens, order, workers = tokens.length, repeats = false, post = postTo(url) }: BuyersOptions,
): Buyers {
  let next = 0
  const nextToken = () => tokens[next++ % tokens.length] ?? ''
  const state = { stopped: false }
  const buyers: Omit<Buyers, 'stop'> = {
    acknowledged: [],
    answeredAt: [],
    others: {},
    texts: new Set(),
  }
  async function buy(): Promise<void> {
    let [key, access] = [randomUUID(), nextToken()]
    while (!state.stopped) {
      const marked = { ...order, recipient_name: `${order.recipient_name} ${key}` }
      const answer = await post(access, marked, key).catch(
        (error: unknown) => void buyers.texts.add(reasonOf(error)),
      )
      if (answer?.status === 201) {
        buyers.acknowledged.push(answer.body.id)
        buyers.answeredAt.push(performance.now())
      } else {
        const what = answer?.status ?? 'cut'
        buyers.others[what] = (buyers.others[what] ?? 0) + 1
        if (answer && answer.status >= 500)
          buyers.texts.add(`${answer.status} ${answer.body?.code} ${answer.body?.message}`)
        await sleep(10)
      }
      if (answer?.status === 201 || !repeats) [key, access] = [randomUUID(), nextToken()]
    }
  }
  const all = Promise.all(Array.from({ length: workers }, buy))
  return {
    ...buyers,
    async stop() {
      state.stopped = true
      await all
    },
  }
}

function postTo(url: string): Post {
  return (access, order, key) => clientAt(url, access).post('/orders/', order, { 'idempotency-key': key })
}

function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return String((cause instanceof Error ? Reflect.get(cause, 'code') : undefined) ?? error)
}

/** Waits until the condition is true; throws `what` after `seconds`. */
export async function until(what: string, isSo: () => boolean, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what}`)
    await sleep(5)
  }
}
