import { print } from './printing.js'

/** The words of a label; a bare text is the maker's name. */
export const wordsOf = (text) => (typeof text === 'string' ? { name: text } : text)

/**
 * Labels for invented makers. `design` picks the layout; the texture has the proportions given.
 */
export function label(
  width,
  height,
  {
    name = 'Morgenrood',
    line = '',
    small = '',
    paper = 'ivory',
    ink = 'charcoal',
    accent = 'terracotta',
    design = 'classic',
    bleed = 0,
  } = {},
) {
  return print(width, height, (pen, w, h) => {
    pen.fill(paper)
    const unit = Math.min(w, h)
    const draw = designs[design] ?? designs.classic
    draw({ pen, w, h, unit, name, line, small, ink, accent, most: w * (0.84 - bleed) })
  })
}

const designs = {
  classic({ pen, w, h, unit, name, line, small, ink, accent, most }) {
    pen.frame(unit * 0.05, unit * 0.05, w - unit * 0.1, h - unit * 0.1, accent, unit * 0.008)
    pen.text(name, w / 2, h * 0.46, unit * 0.17, ink, { font: 'serifbold', most })
    pen.line(
      [
        [w * 0.4, h * 0.54],
        [w * 0.6, h * 0.54],
      ],
      accent,
      unit * 0.008,
    )
    pen.text(line, w / 2, h * 0.66, unit * 0.075, ink, { font: 'serif', most })
    pen.text(small.toUpperCase(), w / 2, h * 0.86, unit * 0.04, ink, {
      font: 'sans',
      spaced: 0.18,
      most,
    })
  },
  modern({ pen, w, h, unit, name, line, small, ink, accent, most }) {
    pen.box(0, h * 0.86, w, h * 0.14, accent)
    pen.text(name.toLowerCase(), w / 2, h * 0.4, unit * 0.17, ink, {
      font: 'sansbold',
      spaced: -0.02,
      most,
    })
    pen.text(line.toLowerCase(), w / 2, h * 0.53, unit * 0.07, ink, {
      font: 'sans',
      spaced: 0.02,
      most,
    })
    pen.text(small.toLowerCase(), w / 2, h * 0.76, unit * 0.045, ink, { font: 'sans', most })
  },
  band({ pen, w, h, unit, name, line, small, ink, accent, most }) {
    pen.box(0, h * 0.28, w, h * 0.44, accent)
    pen.text(name.toUpperCase(), w / 2, h * 0.5, unit * 0.125, 'white', {
      font: 'softbold',
      spaced: 0.1,
      most,
    })
    pen.text(line, w / 2, h * 0.63, unit * 0.065, 'white', { font: 'soft', most })
    pen.text(small, w / 2, h * 0.88, unit * 0.05, ink, { font: 'soft', most })
  },
  seal({ pen, w, h, unit, name, line, small, ink, accent, most }) {
    pen.dot(w / 2, h * 0.33, unit * 0.17, accent)
    pen.text(name.slice(0, 1), w / 2, h * 0.4, unit * 0.2, 'ivory', { font: 'serifbold' })
    pen.text(name.toUpperCase(), w / 2, h * 0.68, unit * 0.09, ink, {
      font: 'serif',
      spaced: 0.14,
      most,
    })
    pen.text(line, w / 2, h * 0.79, unit * 0.06, ink, { font: 'serif', most })
    pen.text(small, w / 2, h * 0.9, unit * 0.042, ink, { font: 'serif', most })
  },
  sprig({ pen, w, h, unit, name, line, small, ink, accent, most }) {
    pen.line(
      [
        [w / 2, h * 0.46],
        [w / 2, h * 0.12],
      ],
      accent,
      unit * 0.012,
    )
    for (let n = 0; n < 4; n++) {
      for (const side of [-1, 1]) {
        const y = h * (0.42 - n * 0.075)
        pen.context.save()
        pen.context.translate(w / 2 + side * unit * 0.06, y - unit * 0.03)
        pen.context.rotate(side * -0.7)
        pen.context.scale(1, 0.42)
        pen.dot(0, 0, unit * 0.062, accent)
        pen.context.restore()
      }
    }
    pen.text(name, w / 2, h * 0.64, unit * 0.14, ink, { font: 'serif', most })
    pen.text(line, w / 2, h * 0.75, unit * 0.065, ink, { font: 'serif', most })
    pen.text(small.toUpperCase(), w / 2, h * 0.89, unit * 0.038, ink, {
      font: 'sans',
      spaced: 0.15,
      most,
    })
  },
  bare({ pen, w, h, unit, name, line, ink, most }) {
    pen.text(name, w / 2, h * 0.53, unit * 0.16, ink, { font: 'soft', spaced: 0.06, most })
    pen.text(line, w / 2, h * 0.66, unit * 0.06, ink, { font: 'soft', spaced: 0.06, most })
  },
  stripes({ pen, w, h, unit, name, line, small, ink, accent }) {
    for (let n = 0; n < 14; n++) pen.box((w / 14) * n, 0, w / 28, h, accent)
    pen.box(w * 0.16, h * 0.22, w * 0.68, h * 0.56, 'ivory', unit * 0.03)
    pen.text(name, w / 2, h * 0.5, unit * 0.13, ink, { font: 'softbold', most: w * 0.6 })
    pen.text(line, w / 2, h * 0.61, unit * 0.06, ink, { font: 'soft', most: w * 0.6 })
    pen.text(small, w / 2, h * 0.7, unit * 0.045, ink, { font: 'soft', most: w * 0.6 })
  },
}
