import { useEffect, useRef, useState } from 'react'
import { srcSet } from './srcset.ts'

interface PictureProps {
  /** Address of one size, e.g. `/media/product/puna-violeta/1000.webp`. Null shows a placeholder. */
  src: string | null | undefined
  /** Empty when the text beside the picture says the same. */
  alt: string
  sizes: string
  widths: readonly number[]
  /** Size of the file, to reserve the space. */
  width: number
  height: number
  /** For the first picture of a page, which loads at once. */
  priority?: boolean
  /** Class of the `<picture>` element. */
  className?: string
}

/** AVIF and WebP in several widths, with a placeholder when there is no picture or it cannot be loaded. */
export function Picture({
  src,
  alt,
  sizes,
  widths,
  width,
  height,
  priority = false,
  className = '',
}: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before hydration.
    const { current } = image
    if (src && current?.complete && current.naturalWidth === 0 && current.currentSrc !== '') setBroken(src)
  }, [src])

  if (!src || broken === src) return <Placeholder {...{ alt, width, height, className }} />
  return (
    <picture className={`picture ${className}`}>
      <Source type="image/avif" srcSet={srcSet(src, widths, 'avif')} sizes={sizes} />
      <Source type="image/webp" srcSet={srcSet(src, widths, 'webp')} sizes={sizes} />
      <img
        ref={image}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={() => setBroken(src)}
        src={src}
      />
    </picture>
  )
}

function Source({ srcSet, ...rest }: { type: string; srcSet: string | undefined; sizes: string }) {
  return srcSet ? <source srcSet={srcSet} {...rest} /> : null
}

function Placeholder({
  alt,
  width,
  height,
  className,
}: {
  alt: string
  width: number
  height: number
  className: string
}) {
  const named = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  const x = width / 2
  const y = height / 2
  const unit = Math.min(width, height) / 100
  return (
    <span className={`picture picture-placeholder ${className}`}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} focusable="false" {...named}>
        <g transform={`translate(${x} ${y}) scale(${unit})`}>
          <path
            className="picture-placeholder-seed"
            d="M0-22C12-22 17-4 17 5S9 22 0 22-17 14-17 5-12-22 0-22Z"
          />
          <path
            className="picture-placeholder-sprout"
            d="M0 22V-6M0 4c7 0 11-5 11-11C4-7 0-3 0 4Zm0 8c-7 0-11-5-11-11C-4 1 0 5 0 12Z"
          />
        </g>
      </svg>
    </span>
  )
}
