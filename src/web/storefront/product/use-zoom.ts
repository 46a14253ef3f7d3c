import { type RefObject, useEffect, useRef, useState } from 'react'
import { clampView, FIT, levelDown, levelUp, nextLevel, type Size, type View, zoomAt } from './zoom.ts'

export interface Zoom {
  scale: number
  in: () => void
  out: () => void
  fit: () => void
  /** To the next level; from the last back to the whole picture. */
  next: () => void
  moveBy: (x: number, y: number) => void
}

interface Point {
  x: number
  y: number
}

/** A press that moves less is a tap. */
const TAP_PX = 6
const MIDDLE: Point = { x: 0, y: 0 }

/** Zooms and moves the picture inside the stage, through the CSSOM: the page's policy refuses `style` attributes. */
export function useZoom(stage: RefObject<HTMLElement | null>): Zoom {
  const view = useRef<View>(FIT)
  const [scale, setScale] = useState(1)

  const set = (next: View) => {
    view.current = next
    picture(stage)?.style.setProperty('transform', `translate(${next.x}px, ${next.y}px) scale(${next.scale})`)
    setScale(next.scale)
  }
  const to = (scale: number, point: Point = MIDDLE) =>
    set(zoomAt(view.current, scale, point, ...sizes(stage)))
  const moveBy = (x: number, y: number) => {
    const { scale, x: fromX, y: fromY } = view.current
    set(clampView({ scale, x: fromX + x, y: fromY + y }, ...sizes(stage)))
  }
  const zoom: Zoom = {
    scale,
    in: () => to(levelUp(view.current.scale)),
    out: () => to(levelDown(view.current.scale)),
    fit: () => set(FIT),
    next: () => to(nextLevel(view.current.scale)),
    moveBy,
  }

  const gestures = useRef({ to, moveBy, view })
  useEffect(() => {
    gestures.current = { to, moveBy, view }
  })
  useEffect(() => (stage.current ? followFingers(stage.current, gestures) : undefined), [stage])
  return zoom
}

type Gestures = RefObject<{
  to: (scale: number, point: Point) => void
  moveBy: (x: number, y: number) => void
  view: RefObject<View>
}>

/** Wheel, one finger, two fingers and taps. React listens to the wheel passively, so these listeners are native. */
function followFingers(stage: HTMLElement, gestures: Gestures): () => void {
  const fingers = new Map<number, Point>()
  let travelled = 0
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const { to, view } = gestures.current
    to(view.current.scale * Math.exp(-event.deltaY / 400), fromMiddle(stage, event))
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    stage.setPointerCapture(event.pointerId)
    if (fingers.size === 0) travelled = 0
    fingers.set(event.pointerId, fromMiddle(stage, event))
  }
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(stage, event)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    travelled += distance(now, before)
    if (other) pinch(gestures, before, now, other)
    else gestures.current.moveBy(now.x - before.x, now.y - before.y)
  }
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || travelled > TAP_PX) return
    if (event.type === 'pointerup')
      gestures.current.to(nextLevel(gestures.current.view.current.scale), fromMiddle(stage, event))
  }
  const ended = new AbortController()
  const { signal } = ended
  stage.addEventListener('wheel', wheel, { passive: false, signal })
  stage.addEventListener('pointerdown', down, { signal })
  stage.addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) stage.addEventListener(end, up, { signal })
  return () => ended.abort()
}

/** One finger moved while another rests. */
function pinch({ current: { to, view } }: Gestures, before: Point, now: Point, other: Point): void {
  const ratio = distance(now, other) / Math.max(1, distance(before, other))
  to(view.current.scale * ratio, between(now, other))
}

function picture(stage: RefObject<HTMLElement | null>): HTMLElement | null {
  return stage.current?.querySelector('img') ?? null
}

function sizes(stage: RefObject<HTMLElement | null>): [picture: Size, window: Size] {
  const image = picture(stage)
  return [
    { width: image?.offsetWidth ?? 0, height: image?.offsetHeight ?? 0 },
    { width: stage.current?.clientWidth ?? 0, height: stage.current?.clientHeight ?? 0 },
  ]
}

function fromMiddle(stage: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = stage.getBoundingClientRect()
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
