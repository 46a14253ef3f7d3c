/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- the stage takes keys; each has its button too */
import { ChevronLeft, ChevronRight, Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useBackCloses } from '../../ui/dialog/use-back-closes.ts'
import { useZoom, type Zoom } from './use-zoom.ts'
import '../../ui/dialog/dialog.css'
import './zoom-dialog.css'

interface ZoomDialogProps {
  name: string
  images: string[]
  start: number
  onClose: () => void
}

/**
 * The whole picture, 2.5 times or 4 times as large: by wheel, two fingers, dragging or a tap, and by the keys `+`, `−`, `0`
 * and the arrows, which move a zoomed picture and else turn to the next. The large file is fetched only here.
 */
export function ZoomDialog({ name, images, start, onClose }: ZoomDialogProps) {
  const [shown, setShown] = useState(start)
  const stage = useRef<HTMLDivElement>(null)
  const zoom = useZoom(stage)
  useBackCloses(onClose)
  const turn = (by: number) => {
    zoom.fit()
    setShown((shown + by + images.length) % images.length)
  }
  const keys = (event: KeyboardEvent) => {
    if (act(event.key, zoom, images.length > 1 ? turn : undefined)) event.preventDefault()
  }
  const title = images.length > 1 ? `${name}, imagen ${shown + 1} de ${images.length}` : name
  return (
    <Dialog open onClose={onClose} title={title} className="full-dialog" initialFocus={stage}>
      <section
        className={`zoom-stage${zoom.scale > 1 ? ' is-close' : ''}`}
        ref={stage}
        aria-label={`Imagen ampliada, ${Math.round(zoom.scale * 100)} %`}
        tabIndex={0}
        onKeyDown={keys}
      >
        <img
          key={images[shown]}
          src={images[shown]}
          alt={title}
          width={1000}
          height={1250}
          draggable={false}
        />
      </section>
      <Controls zoom={zoom} turn={images.length > 1 ? turn : undefined} />
    </Dialog>
  )
}

interface ControlsProps {
  zoom: Zoom
  /** Undefined for a single picture. */
  turn: ((by: number) => void) | undefined
}

function Controls({ zoom, turn }: ControlsProps) {
  const isFitted = zoom.scale <= 1
  return (
    <div className="zoom-controls">
      {turn && <Control label="Imagen anterior" icon={ChevronLeft} onClick={() => turn(-1)} />}
      <Control label="Alejar" icon={Minus} isDisabled={isFitted} onClick={zoom.out} />
      <Control label="Ver la imagen entera" icon={Maximize} isDisabled={isFitted} onClick={zoom.fit} />
      <Control label="Acercar" icon={Plus} isDisabled={zoom.scale >= 4} onClick={zoom.in} />
      {turn && <Control label="Imagen siguiente" icon={ChevronRight} onClick={() => turn(1)} />}
    </div>
  )
}

const STEP = 80
const MOVES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

/** True when the key did something. */
function act(key: string, zoom: Zoom, turn: ((by: number) => void) | undefined): boolean {
  const move = MOVES[key]
  if (key === '+' || key === '=') zoom.in()
  else if (key === '-') zoom.out()
  else if (key === '0') zoom.fit()
  else if (key === 'Enter' || key === ' ') zoom.next()
  else if (move && zoom.scale > 1) zoom.moveBy(...move)
  else if (move && turn && move[0] !== 0) turn(move[0] < 0 ? 1 : -1)
  else return false
  return true
}

interface ControlProps {
  label: string
  icon: typeof Plus
  isDisabled?: boolean
  onClick: () => void
}

function Control({ label, icon: Icon, isDisabled = false, onClick }: ControlProps) {
  return (
    <button
      type="button"
      className="button secondary icon-only"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
    >
      <Icon aria-hidden="true" size={20} />
    </button>
  )
}
