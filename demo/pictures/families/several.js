import * as THREE from 'three'
import { group, place } from '../stage/shaping.js'

/**
 * Gifts that come as a trio or a duo: one family a few times, in a loose row.
 * `each` is the parameter that differs and `values` what it is; `sizes` makes them larger and smaller.
 */
export function several(make, { each, values, sizes = [], apart = 1.12, ...rest }) {
  const made = values.map((value, n) => {
    const one = make({ ...rest, [each]: value })
    place(one.group, { scale: sizes[n] ?? 1 })
    return one
  })
  const wide = made.map((one) => new THREE.Box3().setFromObject(one.group))
  let x = 0
  const row = made.map((one, n) => {
    const [{ min, max }, depth] = [wide[n], wide[n].max.z - wide[n].min.z]
    const at = [x - min.x * apart, 0, (n % 2 ? -0.3 : 0.14) * depth]
    x += (max.x - min.x) * apart
    return place(group(one.group), { at, turn: [0, n % 2 ? -0.12 : 0.1, 0] })
  })
  return { ...made[0], group: group(row) }
}
