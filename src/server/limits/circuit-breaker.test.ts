import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { circuitBreaker } from './circuit-breaker.ts'

class Away extends Error {}

describe('circuitBreaker', () => {
  const REST_MS = 50
  const build = () =>
    circuitBreaker({
      isOutage: (error) => error instanceof Away,
      whenOpen: () => new Error('refused'),
      outages: 2,
      restMs: REST_MS,
    })
  const away = vi.fn(async () => {
    throw new Away('away')
  })
  const here = vi.fn(async () => 'here')

  it('stays closed while there are answers, refusals included', async () => {
    const ask = build()
    const refuse = async () => {
      throw new Error('no')
    }
    for (let i = 0; i < 5; i++) await expect(ask(refuse)).rejects.toThrow('no')
    await expect(ask(away)).rejects.toThrow('away')
    expect(await ask(here)).toBe('here')
    await expect(ask(away)).rejects.toThrow('away')
    expect(await ask(here)).toBe('here')
  })

  it('refuses immediately after some outages, and lets one call try after the pause', async () => {
    const ask = build()
    for (let i = 0; i < 2; i++) await expect(ask(away)).rejects.toThrow('away')
    here.mockClear()
    await expect(ask(here)).rejects.toThrow('refused')
    expect(here).not.toHaveBeenCalled()

    await sleep(REST_MS + 20)
    const { promise, resolve } = Promise.withResolvers<string>()
    const trying = ask(() => promise)
    await expect(ask(here)).rejects.toThrow('refused')
    resolve('back')
    expect(await trying).toBe('back')
    expect(await ask(here)).toBe('here')
  })

  it('stays open when the try fails', async () => {
    const ask = build()
    for (let i = 0; i < 2; i++) await expect(ask(away)).rejects.toThrow('away')
    await sleep(REST_MS + 20)
    await expect(ask(away)).rejects.toThrow('away')
    await expect(ask(here)).rejects.toThrow('refused')
    await sleep(REST_MS + 20)
    expect(await ask(here)).toBe('here')
  })
})
