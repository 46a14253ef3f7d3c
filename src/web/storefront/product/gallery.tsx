import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Picture } from '../../ui/picture.tsx'
import './product-page.css'

/** Loaded when it is opened. */
const ZoomDialog = lazy(() => import('./zoom-dialog.tsx').then(({ ZoomDialog }) => ({ default: ZoomDialog })))

interface GalleryProps {
  /** Name of the product. */
  name: string
  images: string[]
}

/**
 * Up to three pictures: swipe, thumbnails (dots on a phone), arrows for a mouse, and a zoom dialog. Which one is shown does not
 * change the address.
 */
export function Gallery({ name, images }: GalleryProps) {
  const { track, shown, show } = useTrack(images)
  const [isZoomed, setZoomed] = useState(false)
  const keys = (event: KeyboardEvent) => {
    // The zoom dialog is rendered inside: while it is open, the arrow keys are its own.
    if (isZoomed) return
    if (event.key === 'ArrowRight') show(shown + 1)
    else if (event.key === 'ArrowLeft') show(shown - 1)
    else return
    event.preventDefault()
  }
  if (images.length === 0) return <NoPicture name={name} />
  const hasSeveral = images.length > 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows are a shortcut for its buttons
    <section className="gallery" aria-label="Imágenes" onKeyDown={keys}>
      <div className="gallery-stage">
        <Slides {...{ name, images, shown, track }} zoom={() => setZoomed(true)} />
        {hasSeveral && (
          <div className="gallery-controls">
            <Arrow side="previous" isDisabled={shown === 0} onClick={() => show(shown - 1)} />
            <Arrow side="next" isDisabled={shown === images.length - 1} onClick={() => show(shown + 1)} />
          </div>
        )}
      </div>
      <button type="button" className="gallery-larger" aria-label="Ampliar" onClick={() => setZoomed(true)} />
      {hasSeveral && <Thumbnails images={images} shown={shown} show={show} />}
      {isZoomed && (
        <Suspense fallback={null}>
          <ZoomDialog name={name} images={images} start={shown} onClose={() => setZoomed(false)} />
        </Suspense>
      )}
    </section>
  )
}

interface SlidesProps extends GalleryProps {
  shown: number
  track: RefObject<HTMLUListElement | null>
  zoom: () => void
}

function Slides({ name, images, shown, track, zoom }: SlidesProps) {
  return (
    <ul className="gallery-track" ref={track}>
      {images.map((image, i) => (
        // By place: the old picture stays until that of another presentation is loaded.
        <li key={i} className="gallery-slide">
          <button
            type="button"
            className="gallery-zoom"
            aria-label={images.length > 1 ? `Ampliar imagen ${i + 1} de ${images.length}` : 'Ampliar imagen'}
            tabIndex={i === shown ? 0 : -1}
            onClick={zoom}
          >
            <Picture
              src={image}
              alt={i === 0 ? name : `${name}, imagen ${i + 1}`}
              sizes="(min-width: 1280px) 640px, (min-width: 992px) 52vw, 85vw"
              widths={[320, 640, 1000]}
              width={1000}
              height={1250}
              priority={i === 0}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * The scroll position of the track is the state: fingers scroll it, and so do the buttons. Another presentation's picture is
 * the first, and is scrolled into view.
 */
function useTrack([first, ...others]: string[]) {
  const track = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const list = track.current
    if (!list) return undefined
    const follow = () => setShown(Math.round(list.scrollLeft / Math.max(1, list.clientWidth)))
    list.addEventListener('scroll', follow, { passive: true })
    return () => list.removeEventListener('scroll', follow)
  }, [])
  const show = (index: number) => {
    const list = track.current
    if (!list) return
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const to = Math.min(Math.max(index, 0), others.length)
    list.scrollTo({ left: to * list.clientWidth, behavior: isCalm ? 'instant' : 'smooth' })
  }
  const seen = useRef(first)
  useEffect(() => {
    if (seen.current !== first && shown > 0) show(0)
    seen.current = first
  })
  return { track, shown, show }
}

/** The sheet has its icon, as that of the button below, so that the page has no scripts for them. */
function Arrow({
  side,
  isDisabled,
  onClick,
}: {
  side: 'previous' | 'next'
  isDisabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={`gallery-arrow gallery-arrow-${side}`}
      aria-label={side === 'previous' ? 'Imagen anterior' : 'Imagen siguiente'}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
    />
  )
}

function Thumbnails({
  images,
  shown,
  show,
}: {
  images: string[]
  shown: number
  show: (index: number) => void
}) {
  return (
    <ul className="gallery-thumbnails">
      {images.map((image, i) => (
        <li key={i}>
          <button
            type="button"
            aria-label={`Ver imagen ${i + 1} de ${images.length}`}
            aria-current={i === shown ? 'true' : undefined}
            onClick={() => show(i)}
          >
            <Picture src={image} alt="" sizes="96px" widths={[320]} width={80} height={100} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function NoPicture({ name }: { name: string }) {
  return (
    <div className="gallery">
      <div className="gallery-stage gallery-slide">
        <Picture src={null} alt={name} sizes="100vw" widths={[]} width={1000} height={1250} />
      </div>
    </div>
  )
}
