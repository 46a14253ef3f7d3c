import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAt } from './client.ts'
import type { orderOf } from './goods.ts'

/** Customers who order without pause, each order under a key of its own, while something goes wrong. */
export interface Buyers {
  /** Ids of orders that were answered 201. */
  acknowledged: number[]
  /** Keys under which somebody asked and never heard 201. */
  unanswered: Set<string>
  /** When each 201 came, in milliseconds of `performance.now()`. */
  answeredAt: number[]
  /** How often each other thing came: a status, or `cut` for a connection that ended. */
  others: Record<string, number>
  /** Texts of answers from 500 on, without their request ids, and of `cut` the reasons. */
  texts: Set<string>
  /** Resolves when everybody has come to an end. */
  stop: () => Promise<void>
}

export interface BuyersOptions {
  /** Of the customers; nobody may have more than a thousand pending orders. */
  tokens: string[]
  /** How many order at a time; without, as many as there are customers. */
  workers?: number
  order: ReturnType<typeof orderOf>
  /** Repeats what was not answered under its key until it is; without, gives it up. */
  repeats?: boolean
}

export function startBuyers(
  url: string,
  { tokens, order, workers = tokens.length, repeats = false }: BuyersOptions,
): Buyers {
  let next = 0
  const nextToken = () => tokens[next++ % tokens.length]
  const state = { stopped: false }
  const buyers: Omit<Buyers, 'stop'> = {
    acknowledged: [],
    unanswered: new Set(),
    answeredAt: [],
    others: {},
    texts: new Set(),
  }
  async function buy(): Promise<void> {
    let [key, access] = [randomUUID(), nextToken()]
    while (!state.stopped) {
      buyers.unanswered.add(key)
      const answer = await clientAt(url, access)
        .post('/orders/', order, { 'idempotency-key': key })
        .catch((error: unknown) => void buyers.texts.add(reasonOf(error)))
      if (answer?.status === 201) {
        buyers.acknowledged.push(answer.body.id)
        buyers.answeredAt.push(performance.now())
        buyers.unanswered.delete(key)
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

function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return String((cause instanceof Error ? Reflect.get(cause, 'code') : undefined) ?? error)
}

/** Waits until it is so; throws what is missing after so many seconds. */
export async function until(what: string, isSo: () => boolean, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what}`)
    await sleep(5)
  }
}
