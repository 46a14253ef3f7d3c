import { describe, expect, it } from 'vitest'
import { redrawSvg, SvgRefused } from './redraw-svg.ts'

const drawn = (inside: string, root = 'viewBox="0 0 10 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`

describe('redrawSvg', () => {
  it('keeps shapes and colours, and drops editor data', () => {
    const made = redrawSvg(
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- Inkscape -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">` +
        drawn(
          `<title>Logo</title><sodipodi:namedview id="x" inkscape:zoom="2"><inkscape:grid/></sodipodi:namedview>` +
            `<defs><linearGradient id="sol" x1="0%"><stop offset="0" style="stop-color:#fff;-inkscape-x:1"/></linearGradient></defs>` +
            `<g transform="translate(1 2)" inkscape:label="capa"><path d="M0 0L5 5z" style="fill:url(#sol);stroke:none"/></g>`,
          'width="10mm" height="20mm" viewBox="0 0 10 20" id="svg1" xml:space="preserve"',
        ),
    )
    expect(made).toEqual({
      width: 10,
      height: 20,
      svg:
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><defs><linearGradient id="sol" x1="0%">' +
        '<stop offset="0" stop-color="#fff"/></linearGradient></defs><g transform="translate(1 2)">' +
        '<path d="M0 0L5 5z" fill="url(#sol)" stroke="none"/></g></svg>',
    })
    expect(redrawSvg(made.svg)).toEqual(made)
  })

  it.each([
    ['<script>alert(1)</script>', '«script»'],
    ['<foreignObject><body/></foreignObject>', '«foreignObject»'],
    ['<image href="data:image/png;base64,AA"/>', '«image»'],
    ['<use href="#a"/>', '«use»'],
    ['<animate attributeName="d"/>', '«animate»'],
    ['<filter id="f"/>', '«filter»'],
    ['<text>Delta</text>', 'letras'],
    ['<style>@import "//x"</style>', 'hoja de estilos'],
    ['<path d="M0 0" onclick="x()"/>', 'programa'],
    ['<path xlink:href="//x"/>', 'otra dirección'],
    ['<path fill="url(https://x.example/a.svg#b)"/>', 'otra dirección'],
    ['<path style="fill:url( //x )"/>', 'otra dirección'],
    ['<path fill="&lt;"/>', 'entidades'],
    ['&a;', 'texto suelto'],
    ['<![CDATA[x]]>', 'no se puede leer'],
    ['<?xml-stylesheet href="x"?>', 'no se puede leer'],
    ['<svg/>', 'otro adentro'],
    ['<g>', 'no se puede leer'],
    ['<path d="<"/>', 'no se puede leer'],
    ['<g>'.repeat(31) + '</g>'.repeat(31), 'demasiadas partes'],
    ['<g/>'.repeat(2_501), 'demasiadas partes'],
    [' '.repeat(200_001), 'demasiado grande'],
  ])('refuses %.60s', (inside, reason) => {
    expect(() => redrawSvg(drawn(inside))).toThrow(SvgRefused)
    expect(() => redrawSvg(drawn(inside))).toThrow(reason)
  })

  it.each([
    ['<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>', 'entidades'],
    ['<html></html>', '«html»'],
    ['<g/>', 'no es un SVG'],
    ['<svg/>', 'no dice su tamaño'],
    ['<svg width="100%" height="10"/>', 'no dice su tamaño'],
    ['<svg viewBox="0 0 1e9 1"/>', 'no dice su tamaño'],
    ['<svg viewBox="0 0 1 1"/><script/>', 'no se puede leer'],
    ['', 'no se puede leer'],
  ])('refuses the file %s', (text, reason) => {
    expect(() => redrawSvg(text)).toThrow(reason)
  })

  it('writes nothing that could end an attribute or an element', () => {
    const made = redrawSvg(
      drawn(`<path d="M0 0" fill='#fff" onload="x' id='a"b' unknown="&lt"/>`.replace(' unknown="&lt"', '')),
    )
    expect(made.svg).toContain('<path d="M0 0"/>')
  })
})
