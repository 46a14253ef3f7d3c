import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useDevice } from '../../browser/device.ts'
import { carouselBanners, shopSettings } from '../../data/queries.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { srcSet } from '../../ui/srcset.ts'
import { BANNER_WIDTHS, slidesOf, type Slide } from './carousel-slides.ts'
import { useRotation } from './use-rotation.ts'
import './home-page.css'

/** The carousel of the home page. Shows the shop's name without banners, or if they do not load within ten seconds. */
export function BannerCarousel() {
  const { data, isError } = useQuery({
    ...carouselBanners(useDevice()),
    placeholderData: (previous) => previous,
  })
  const { data: shop } = useQuery(shopSettings())
  const [isGivenUp, setGivenUp] = useState(false)
  // Permanent, as a late response must not replace a slide that is being read.
  if (isError && !data && !isGivenUp) setGivenUp(true)
  if (isGivenUp) return <Carousel slides={slidesOf(undefined, shop)} />
  return data ? <Carousel slides={slidesOf(data, shop)} /> : <Skeleton className="carousel-skeleton" />
}

function Carousel({ slides }: { slides: Slide[] }) {
  const [asked, setAsked] = useState(0)
  const box = useRef<HTMLElement>(null)
  const count = slides.length
  // The list can become shorter while it is shown.
  const current = Math.min(asked, count - 1)
  const move = useCallback(
    (by: number) => setAsked((at) => (Math.min(at, count - 1) + by + count) % count),
    [count],
  )
  const next = useCallback(() => move(1), [move])
  const { rotating, setRotating } = useRotation(box, next)
  const areOthersWanted = useAfterLoad()
  const step = (by: number) => {
    setRotating(false)
    move(by)
  }
  return (
    <section className="carousel" aria-roledescription="carrusel" aria-label="Novedades" ref={box}>
      <PreloadFirst slide={slides[0]} />
      {count > 1 && <Controls {...{ rotating, setRotating, step, current, count }} />}
      <div className="carousel-slides" aria-live={rotating ? 'off' : 'polite'}>
        {slides.map((slide, i) => (
          <div
            key={slide.key}
            className="carousel-slide"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the pattern of a carousel names slides like this
            role="group"
            aria-roledescription="diapositiva"
            aria-label={`${i + 1} de ${count}`}
            inert={i !== current}
          >
            <SlideLink slide={slide} isFirst={i === 0} isPictureWanted={i === 0 || areOthersWanted} />
          </div>
        ))}
      </div>
    </section>
  )
}

interface ControlsProps {
  rotating: boolean
  setRotating: (rotating: boolean) => void
  step: (by: number) => void
  current: number
  count: number
}

function Controls({ rotating, setRotating, step, current, count }: ControlsProps) {
  return (
    <div className="carousel-controls">
      <button
        type="button"
        className="carousel-button"
        data-rotation
        aria-label={rotating ? 'Pausar las novedades' : 'Reproducir las novedades'}
        onClick={() => setRotating(!rotating)}
      >
        {rotating ? <Pause aria-hidden="true" size={20} /> : <Play aria-hidden="true" size={20} />}
      </button>
      <button
        type="button"
        className="carousel-button"
        aria-label="Novedad anterior"
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <span className="carousel-place">
        {current + 1} / {count}
      </span>
      <button
        type="button"
        className="carousel-button"
        aria-label="Novedad siguiente"
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  )
}

interface SlideLinkProps {
  slide: Slide
  isFirst: boolean
  isPictureWanted: boolean
}

const SlideLink = memo(function SlideLink({ slide, isFirst, isPictureWanted }: SlideLinkProps) {
  const { words, link, title } = slide
  return (
    <SlideAnchor link={link}>
      {isPictureWanted && <SlidePicture slide={slide} isFirst={isFirst} alt={words ? '' : title} />}
      {words && (
        <div className="carousel-words">
          <p className="carousel-kicker">{words.kicker}</p>
          <h2 className="carousel-title">{words.title}</h2>
          <p className="carousel-sub">{words.sub}</p>
          <span className="carousel-action">{words.linkText}</span>
        </div>
      )}
    </SlideAnchor>
  )
})

/** A banner may lead out of the shop. */
function SlideAnchor({ link, children }: { link: string; children: ReactNode }) {
  return link.startsWith('/') ? (
    <Link className="carousel-link" to={link}>
      {children}
    </Link>
  ) : (
    <a className="carousel-link" href={link} rel="noopener">
      {children}
    </a>
  )
}

const WIDE = '(width >= 62rem)'
const NARROW = '(width < 62rem)'

/** The pictures of a slide, each for the screens of its media query. */
function picturesOf({ night, ...day }: Slide) {
  const both = (art: Pick<Slide, 'desktop' | 'mobile'>, scheme: string) => [
    { media: WIDE + scheme, src: art.desktop, widths: BANNER_WIDTHS.desktop, width: 1920, height: 620 },
    { media: NARROW + scheme, src: art.mobile, widths: BANNER_WIDTHS.mobile, width: 750, height: 900 },
  ]
  if (!night) return both(day, '')
  return [
    ...both(night, ' and (prefers-color-scheme: dark)'),
    ...both(day, ' and (prefers-color-scheme: light)'),
  ]
}

function SlidePicture({ slide, isFirst, alt }: { slide: Slide; isFirst: boolean; alt: string }) {
  return (
    <picture className="carousel-picture">
      {picturesOf(slide).flatMap(({ src, widths, ...rest }) =>
        (['avif', 'webp'] as const).map((format) => (
          <source
            key={(rest.media ?? '') + src + format}
            {...rest}
            type={`image/${format}`}
            srcSet={srcSet(src, widths, format) ?? src}
            sizes="100vw"
          />
        )),
      )}
      <img
        src={slide.mobile}
        alt={alt}
        width={750}
        height={900}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding={isFirst ? 'sync' : 'async'}
      />
    </picture>
  )
}

/** The browser requests the first picture before it has parsed the carousel. */
const PreloadFirst = memo(function PreloadFirst({ slide }: { slide: Slide | undefined }) {
  return (
    slide &&
    picturesOf(slide).map(({ media, src, widths }) => {
      const addresses = srcSet(src, widths, 'avif')
      return (
        addresses && (
          <link
            key={media}
            rel="preload"
            as="image"
            type="image/avif"
            imageSizes="100vw"
            fetchPriority="high"
            media={media}
            imageSrcSet={addresses}
          />
        )
      )
    })
  )
})

/** True after the page has loaded: the other pictures must not take bandwidth from the first. */
function useAfterLoad(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const done = () => setLoaded(true)
    if (document.readyState === 'complete') {
      const timer = setTimeout(done, 300)
      return () => clearTimeout(timer)
    }
    window.addEventListener('load', done, { once: true })
    return () => window.removeEventListener('load', done)
  }, [])
  return loaded
}
