import * as THREE from 'three'
import { hue } from './palette.js'

/** The browser's package brings Open Sans, so labels look the same on every machine. */
const faces = {
  serif: 'italic 400',
  serifbold: 'italic 700',
  sans: '400',
  sansbold: '700',
  soft: '400',
  softbold: '700',
}

/** A printed sheet: `draw(pen, width, height)` on a canvas in the given proportions. */
export function print(width, height, draw, { dots = 700 } = {}) {
  const scale = dots / Math.max(width, height)
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
  const context = canvas.getContext('2d')
  draw(pen(context), canvas.width, canvas.height)
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  texture.anisotropy = 4
  return texture
}

function pen(context) {
  return {
    context,
    fill(colour) {
      context.fillStyle = hue(colour)
      context.fillRect(0, 0, context.canvas.width, context.canvas.height)
    },
    box(x, y, w, h, colour, radius = 0) {
      context.fillStyle = hue(colour)
      context.beginPath()
      context.roundRect(x, y, w, h, radius)
      context.fill()
    },
    frame(x, y, w, h, colour, line = 2, radius = 0) {
      context.strokeStyle = hue(colour)
      context.lineWidth = line
      context.beginPath()
      context.roundRect(x, y, w, h, radius)
      context.stroke()
    },
    dot(x, y, r, colour) {
      context.fillStyle = hue(colour)
      context.beginPath()
      context.arc(x, y, r, 0, Math.PI * 2)
      context.fill()
    },
    line(points, colour, width = 2) {
      context.strokeStyle = hue(colour)
      context.lineWidth = width
      context.lineCap = context.lineJoin = 'round'
      context.beginPath()
      points.forEach(([x, y], n) => (n ? context.lineTo(x, y) : context.moveTo(x, y)))
      context.stroke()
    },
    area(points, colour) {
      context.fillStyle = hue(colour)
      context.beginPath()
      points.forEach(([x, y], n) => (n ? context.lineTo(x, y) : context.moveTo(x, y)))
      context.fill()
    },
    /** Text centred on x with its baseline on y; `spaced` opens the letters. */
    text(words, x, y, size, colour, { font = 'serif', spaced = 0, align = 'centre', most } = {}) {
      context.font = `${faces[font] ?? faces.serif} ${size}px "Open Sans", sans-serif`
      context.letterSpacing = `${spaced * size}px`
      const width = context.measureText(words).width
      const squeeze = most && width > most ? most / width : 1
      context.fillStyle = hue(colour)
      context.save()
      context.translate(align === 'centre' ? x - (width * squeeze) / 2 : x, y)
      context.scale(squeeze, squeeze)
      context.fillText(words, 0, 0)
      context.restore()
      return width * squeeze
    },
  }
}
