/** Twice as many pixels as on the page, so that it is sharp in a document. */
const SCALE = 2
const MARGIN = 24
const HEAD_HEIGHT = 56

/** Saves the chart around an element as PNG: with its title and legend, in the colours of the page. */
export function saveChartImage(within: HTMLElement, title: string): void {
  const figure = within.closest('figure')
  const svg = figure?.querySelector<SVGSVGElement>('svg[data-chart]')
  const canvas =
    svg && chartImage(svg, title, [...(figure?.querySelectorAll('[data-chart-legend] li') ?? [])])
  canvas?.toBlob((image) => {
    if (!image) return
    const address = URL.createObjectURL(image)
    const link = document.createElement('a')
    link.href = address
    link.download = `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`
    link.click()
    URL.revokeObjectURL(address)
  }, 'image/png')
}

function chartImage(svg: SVGSVGElement, title: string, legend: readonly Element[]) {
  const { width, height } = svg.viewBox.baseVal
  const canvas = document.createElement('canvas')
  canvas.width = SCALE * (width + 2 * MARGIN)
  canvas.height = SCALE * (height + HEAD_HEIGHT + 2 * MARGIN)
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const page = getComputedStyle(document.body)
  pen.scale(SCALE, SCALE)
  pen.fillStyle = page.backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.translate(MARGIN, MARGIN)
  pen.fillStyle = page.color
  pen.font = `600 16px ${page.fontFamily}`
  pen.fillText(title, 0, 14)
  drawLegend(pen, legend, page)
  pen.translate(0, HEAD_HEIGHT)
  for (const shape of svg.querySelectorAll<SVGElement>('line, path, rect, circle, text'))
    drawShape(pen, shape)
  return canvas
}

function drawLegend(
  pen: CanvasRenderingContext2D,
  entries: readonly Element[],
  { color, fontFamily }: CSSStyleDeclaration,
) {
  pen.font = `12px ${fontFamily}`
  let x = 0
  for (const entry of entries) {
    const swatch = entry.querySelector('i')
    const name = entry.textContent
    pen.strokeStyle = swatch ? getComputedStyle(swatch).color : color
    pen.lineWidth = 3
    pen.setLineDash(/previous|forecast/.test(swatch?.dataset['variant'] ?? '') ? [5, 4] : [])
    pen.stroke(new Path2D(`M${x} 36h18`))
    pen.fillStyle = color
    pen.fillText(name, x + 24, 40)
    x += 24 + pen.measureText(name).width + 20
  }
}

/** A shape of the chart with the colours that the page gives it. */
function drawShape(pen: CanvasRenderingContext2D, shape: SVGElement) {
  const style = getComputedStyle(shape)
  const numberOf = (name: string) => Number(shape.getAttribute(name) ?? 0)
  pen.globalAlpha = Number(style.opacity)
  pen.fillStyle = style.fill
  if (shape.tagName === 'text') {
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    pen.textAlign =
      ({ middle: 'center', end: 'end' }[style.textAnchor] as CanvasTextAlign) ?? 'start'
    pen.fillText(shape.textContent, numberOf('x'), numberOf('y'))
    return
  }
  const path = pathOf(shape, numberOf)
  if (style.fill !== 'none') pen.fill(path)
  if (style.stroke === 'none') return
  pen.strokeStyle = style.stroke
  pen.lineWidth = Number.parseFloat(style.strokeWidth)
  pen.setLineDash(
    style.strokeDasharray === 'none'
      ? []
      : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
  )
  pen.stroke(path)
}

function pathOf(shape: SVGElement, numberOf: (name: string) => number): Path2D {
  if (shape.tagName === 'path') return new Path2D(shape.getAttribute('d') ?? '')
  const path = new Path2D()
  if (shape.tagName === 'rect')
    path.roundRect(
      numberOf('x'),
      numberOf('y'),
      numberOf('width'),
      numberOf('height'),
      numberOf('rx'),
    )
  else if (shape.tagName === 'circle')
    path.arc(numberOf('cx'), numberOf('cy'), numberOf('r'), 0, 2 * Math.PI)
  else {
    path.moveTo(numberOf('x1'), numberOf('y1'))
    path.lineTo(numberOf('x2'), numberOf('y2'))
  }
  return path
}
