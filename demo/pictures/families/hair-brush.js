import { bar, blended, egg, melt } from '../stage/blended-shape.js'
import { along, ball, blob, copies, group, place, rod } from '../stage/shaping.js'
import { fabric, rubber, wood } from '../stage/surfaces.js'

/** A paddle with a cushion of pins; kind wood, colour of the cushion, cord colour of the loop */
export function hairBrush({ kind = 'beech', colour = '#8f5236', cord = 'cream' } = {}) {
  const outline = melt(
    0.42,
    egg([0.62, 0, 0], [1.12, 9, 0.62]),
    bar([-0.2, 0, 0], [-1.85, 0, 0], 0.17, 0.2),
  )
  const hole = ([x, , z]) => 0.06 - Math.hypot(x + 1.86, z)
  const body = ([x, y, z]) => {
    const inPlane = Math.max(outline([x, 0, z]), hole([x, y, z])) + 0.1
    const inHeight = Math.abs(y - 0.02 * x) - 0.03
    return (
      Math.min(Math.max(inPlane, inHeight), 0) +
      Math.hypot(Math.max(inPlane, 0), Math.max(inHeight, 0)) -
      0.1
    )
  }
  const [wide, deep] = [0.9, 0.44]
  const rise = (x, z) => 0.1 * Math.sqrt(Math.max(0, 1 - (x / wide) ** 2 - (z / deep) ** 2))
  const pins = []
  for (let row = -4; row <= 4; row++)
    for (let column = -9; column <= 9; column++) {
      const [x, z] = [column * 0.125 + (row % 2 ? 0.0625 : 0), row * 0.092]
      if ((x / (wide * 0.93)) ** 2 + (z / (deep * 0.93)) ** 2 > 1) continue
      pins.push([x, z])
    }
  const pin = wood(kind, { axis: 'y', seed: 9 })
  const bristles = copies(pins.length, (n) => {
    const [x, z] = pins[n]
    const top = [x * 1.06, 0.44 + rise(x, z) * 0.7, z * 1.1]
    return group(rod(pin, [x, 0.02, z], top, 0.026, 0.018), ball(0.034, pin, { at: top }))
  })
  const cushion = place(group(blob([wide, 0.1, deep], [1, 1], rubber(colour)), bristles), {
    at: [0.62, 0.12, 0],
  })
  const loop = along(
    [
      [-1.86, 0.1, 0.02],
      [-2.02, 0.16, 0.03],
      [-2.35, 0.0, 0.26],
      [-2.62, -0.1, 0.14],
      [-2.5, -0.1, -0.12],
      [-2.12, 0.02, -0.1],
      [-1.92, -0.12, -0.02],
      [-1.86, -0.05, 0],
    ],
    0.03,
    fabric(cord, 'twill', { scale: 2 }),
    { steps: 90 },
  )
  const brush = group(
    blended(
      body,
      [
        [-2.2, -0.3, -0.8],
        [1.95, 0.3, 0.8],
      ],
      0.024,
      wood(kind, { axis: 'x', seed: 3 }),
    ),
    cushion,
    loop,
  )
  return {
    group: group(place(brush, { at: [0, 0.13, 0], turn: [0, 0.86, 0] })),
    ground: 'blush',
    size: 1.2,
    camera: { always: { above: 42, around: 12, fill: 0.82 } },
  }
}
