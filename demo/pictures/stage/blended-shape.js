import * as THREE from 'three'
import { mesh } from './shaping.js'

// Soft bodies without seams: gloves, slippers, animals. A body is a function that says how far a
// point lies outside it; bodies melt into each other, and one may be carved out of another.

export const melt = (soft, ...parts) => {
  const [first, ...others] = parts
  return (p) =>
    others.reduce((near, part) => {
      const far = part(p)
      const h = Math.max(0, soft - Math.abs(near - far)) / soft
      return Math.min(near, far) - (h * h * soft) / 4
    }, first(p))
}

/** What is left of a body without another, with a rounded edge. */
export const carve = (soft, body, tool) => {
  const inverse = melt(
    soft,
    (p) => -body(p),
    (p) => tool(p),
  )
  return (p) => -inverse(p)
}

/** A bar with round ends, thicker or thinner towards the second. */
export const bar = ([ax, ay, az], [bx, by, bz], from, to = from) => {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
  const length = dx * dx + dy * dy + dz * dz
  return ([x, y, z]) => {
    const [px, py, pz] = [x - ax, y - ay, z - az]
    const t = Math.max(0, Math.min(1, (px * dx + py * dy + pz * dz) / length))
    return Math.hypot(px - dx * t, py - dy * t, pz - dz * t) - from - (to - from) * t
  }
}

export const egg =
  ([cx, cy, cz], [rx, ry, rz]) =>
  ([x, y, z]) => {
    const [px, py, pz] = [x - cx, y - cy, z - cz]
    const reach = Math.hypot(px / rx, py / ry, pz / rz)
    const slope = Math.hypot(px / (rx * rx), py / (ry * ry), pz / (rz * rz))
    return slope < 1e-9 ? -Math.min(rx, ry, rz) : (reach * (reach - 1)) / slope
  }

/** The skin of a body between two corners, in cells of the given size. */
export function blended(body, [low, high], cell, material, where) {
  const count = [0, 1, 2].map((n) => Math.ceil((high[n] - low[n]) / cell) + 1)
  const [nx, ny, nz] = count
  const values = new Float32Array(nx * ny * nz)
  const index = (x, y, z) => x + nx * (y + ny * z)
  const spot = (x, y, z) => [low[0] + x * cell, low[1] + y * cell, low[2] + z * cell]
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++) values[index(x, y, z)] = body(spot(x, y, z))
  const corners = Array.from({ length: 8 }, (_, n) => [n & 1, (n >> 1) & 1, n >> 2])
  const edges = []
  for (let a = 0; a < 8; a++) for (const bit of [1, 2, 4]) if (!(a & bit)) edges.push([a, a | bit])
  const vertex = new Int32Array(nx * ny * nz).fill(-1)
  const positions = []
  for (let z = 0; z < nz - 1; z++)
    for (let y = 0; y < ny - 1; y++)
      for (let x = 0; x < nx - 1; x++) {
        const at = corners.map(([i, j, k]) => values[index(x + i, y + j, z + k)])
        const sum = [0, 0, 0]
        let crossings = 0
        for (const [a, b] of edges) {
          if (at[a] < 0 === at[b] < 0) continue
          const t = at[a] / (at[a] - at[b])
          for (let n = 0; n < 3; n++) sum[n] += corners[a][n] + (corners[b][n] - corners[a][n]) * t
          crossings++
        }
        if (crossings === 0) continue
        vertex[index(x, y, z)] = positions.length / 3
        positions.push(
          ...spot(x + sum[0] / crossings, y + sum[1] / crossings, z + sum[2] / crossings),
        )
      }
  const faces = []
  const quad = (a, b, c, d, outward) =>
    outward ? faces.push(a, b, c, a, c, d) : faces.push(a, c, b, a, d, c)
  for (let z = 1; z < nz - 1; z++)
    for (let y = 1; y < ny - 1; y++)
      for (let x = 1; x < nx - 1; x++) {
        const here = values[index(x, y, z)] < 0
        const v = (i, j, k) => vertex[index(x - i, y - j, z - k)]
        if (here !== values[index(x + 1, y, z)] < 0)
          quad(v(0, 1, 1), v(0, 0, 1), v(0, 0, 0), v(0, 1, 0), here)
        if (here !== values[index(x, y + 1, z)] < 0)
          quad(v(1, 0, 1), v(1, 0, 0), v(0, 0, 0), v(0, 0, 1), here)
        if (here !== values[index(x, y, z + 1)] < 0)
          quad(v(1, 1, 0), v(0, 1, 0), v(0, 0, 0), v(1, 0, 0), here)
      }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(slopes(body, positions), 3))
  geometry.setIndex(faces)
  return mesh(geometry, material, where)
}

function slopes(body, positions) {
  const step = 0.004
  const out = new Float32Array(positions.length)
  for (let n = 0; n < positions.length; n += 3) {
    const p = positions.slice(n, n + 3)
    const way = [0, 1, 2].map((k) => {
      const [up, down] = [p.slice(), p.slice()]
      up[k] += step
      down[k] -= step
      return body(up) - body(down)
    })
    const length = Math.hypot(...way) || 1
    for (let k = 0; k < 3; k++) out[n + k] = way[k] / length
  }
  return out
}
