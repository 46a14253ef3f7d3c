import { createElement, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  size?: number
}

/**
 * Creates a component from lucide's icon data. The build substitutes it for lucide's own function, whose colour, size
 * and context options are unused and would add to every page.
 */
export default function drawnIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function DrawnIcon({ size = 24, ...props }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      shapes,
    )
  }
}
