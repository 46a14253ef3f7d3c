import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { START_SCRIPT } from './head-scripts.ts'

/** A document of which only this is used, and a browser in which frame and timer come when the test says so. */
function aPage({ tellsFrames = true } = {}) {
  const appended: string[] = []
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  let template: { content: string; remove(): void } | null = {
    content: 'scripts',
    remove() {
      template = null
    },
  }
  class PerformanceObserver {
    readonly told: () => void
    constructor(told: () => void) {
      this.told = told
    }
    observe() {
      if (!tellsFrames) throw new TypeError('unknown entry type')
      frames.push(this.told)
    }
  }
  runInNewContext(START_SCRIPT, {
    document: { getElementById: () => template, body: { append: (what: string) => appended.push(what) } },
    PerformanceObserver,
    setTimeout: (task: () => void) => timers.push(task),
  })
  const all = (tasks: (() => void)[]) => {
    for (const task of tasks) task()
  }
  return { appended, drawFrame: () => all(frames), waitAMoment: () => all(timers) }
}

describe('what makes the page live', () => {
  it('is fetched once the first frame is drawn, and once only', () => {
    const page = aPage()
    expect(page.appended).toEqual([])
    page.drawFrame()
    page.waitAMoment()
    expect(page.appended).toEqual(['scripts'])
  })

  it('is fetched without a frame in a tab that draws none', () => {
    const page = aPage()
    page.waitAMoment()
    expect(page.appended).toEqual(['scripts'])
  })

  it('is fetched by a browser that says nothing of its frames', () => {
    const page = aPage({ tellsFrames: false })
    page.waitAMoment()
    expect(page.appended).toEqual(['scripts'])
  })
})
