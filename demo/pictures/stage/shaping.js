import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'

export const group = (...parts) => {
  const whole = new THREE.Group()
  for (const part of parts.flat(3)) {
    if (part) whole.add(part)
  }
  return whole
}

export function place(part, { at, turn, scale } = {}) {
  if (at) part.position.set(...at)
  if (turn) part.rotation.set(...turn)
  if (scale) typeof scale === 'number' ? part.scale.setScalar(scale) : part.scale.set(...scale)
  return part
}

export const mesh = (geometry, material, where) => place(new THREE.Mesh(geometry, material), where)

/** A line through [x, y, radius of the corner] points, corners rounded. */
export function rounded(points, softness = 0.012) {
  const line = []
  const at = points.map(([x, y]) => new THREE.Vector2(x, y))
  points.forEach(([, , radius = softness], n) => {
    const [before, corner, after] = [at[n - 1], at[n], at[n + 1]]
    if (!before || !after || radius === 0) return line.push(corner)
    const back = before.clone().sub(corner)
    const on = after.clone().sub(corner)
    const reach = Math.min(radius, back.length() * 0.49, on.length() * 0.49)
    const from = corner.clone().addScaledVector(back.normalize(), reach)
    const to = corner.clone().addScaledVector(on.normalize(), reach)
    const steps = reach > 0.06 ? 9 : 4
    for (let step = 0; step <= steps; step++) {
      const t = step / steps
      line.push(
        new THREE.Vector2(
          from.x * (1 - t) ** 2 + corner.x * 2 * t * (1 - t) + to.x * t * t,
          from.y * (1 - t) ** 2 + corner.y * 2 * t * (1 - t) + to.y * t * t,
        ),
      )
    }
  })
  return subdivide(line)
}

/** Long straight stretches get points of their own, so that patterns and normals stay even. */
function subdivide(line) {
  const out = [line[0]]
  for (let n = 1; n < line.length; n++) {
    const [a, b] = [line[n - 1], line[n]]
    const length = a.distanceTo(b)
    if (length < 1e-5) continue
    if (length > 0.12) {
      // Points close to both ends keep the shading of the straight stretch flat.
      out.push(a.clone().lerp(b, 0.015 / length))
      out.push(a.clone().lerp(b, 0.5))
      out.push(a.clone().lerp(b, 1 - 0.015 / length))
    }
    out.push(b)
  }
  return out
}

export const curved = (points, steps = 44) =>
  new THREE.SplineCurve(points.map(([x, y]) => new THREE.Vector2(x, y))).getPoints(steps)

/** A body turned on the lathe from [radius, height, corner] points, bottom to top. */
export function turned(points, material, { smooth = false, steps = 56, where } = {}) {
  const line = points[0]?.isVector2 ? points : smooth ? curved(points) : rounded(points)
  return mesh(new THREE.LatheGeometry(facingOut(line), steps), material, where)
}

/** The lathe shows its outside when the line climbs; a cap is seen from above. */
function facingOut(line) {
  let swept = 0
  let widest = 0
  for (let n = 1; n < line.length; n++) {
    swept += ((line[n].x + line[n - 1].x) / 2) * (line[n].y - line[n - 1].y)
    widest = Math.max(widest, line[n].x)
  }
  const cap = Math.abs(swept) < 0.15 * widest * widest
  const inward = line[line.length - 1].x <= line[0].x + 1e-6
  return (cap ? inward : swept > 0) ? line : [...line].reverse()
}

/** The line of a vessel: up the outside, over a round lip, down the inside. */
export function vesselLine(outside, wall, floor = wall) {
  const inside = []
  for (let n = outside.length - 1; n >= 0; n--) {
    const before = outside[Math.max(0, n - 1)]
    const after = outside[Math.min(outside.length - 1, n + 1)]
    const way = after.clone().sub(before).normalize()
    const point = new THREE.Vector2(outside[n].x - way.y * wall, outside[n].y + way.x * wall)
    if (outside[n].y < floor || point.x < 0.02) break
    if (way.y < 0.05 && point.y < floor * 1.6) break
    inside.push(point)
  }
  const top = outside[outside.length - 1]
  const inner = inside[0] ?? top
  const middle = top.clone().add(inner).multiplyScalar(0.5)
  const lip = []
  for (let n = 1; n < 8; n++) {
    const turn = (n / 8) * Math.PI
    const arm = top.clone().sub(middle).multiplyScalar(Math.cos(turn))
    lip.push(new THREE.Vector2(middle.x + arm.x, middle.y + arm.y + Math.sin(turn) * wall * 0.5))
  }
  const last = inside[inside.length - 1] ?? inner
  const base = [
    new THREE.Vector2(last.x * 0.93, Math.max(floor, last.y - last.x * 0.06)),
    new THREE.Vector2(last.x * 0.8, Math.max(floor, last.y - last.x * 0.09)),
    new THREE.Vector2(0.001, Math.max(floor, last.y - last.x * 0.1)),
  ]
  return [...outside, ...lip, ...inside, ...base]
}

export function vessel(points, wall, material, { smooth = false, floor, steps = 60, where } = {}) {
  const outside = smooth ? withFoot(curved(points)) : rounded(points)
  return mesh(new THREE.LatheGeometry(vesselLine(outside, wall, floor), steps), material, where)
}

function withFoot(line) {
  const first = line[0]
  return first.x > 0.02
    ? [new THREE.Vector2(0.001, first.y), new THREE.Vector2(first.x * 0.9, first.y), ...line]
    : line
}

/** A block with soft edges, [x, bottom, z]. */
export function block(material, [width, height, depth], [x, y, z] = [0, 0, 0], radius = 0.02) {
  const r = Math.min(radius, width / 2.01, height / 2.01, depth / 2.01)
  return mesh(new RoundedBoxGeometry(width, height, depth, r > 0.05 ? 6 : 3, r), material, {
    at: [x, y + height / 2, z],
  })
}

/** A round bar between two points. */
export function rod(material, from, to, radius, radiusTo = radius) {
  const [a, b] = [new THREE.Vector3(...from), new THREE.Vector3(...to)]
  const length = a.distanceTo(b)
  const soft = Math.min(radius, radiusTo) * 0.3
  const bar = turned(
    [
      [0, 0, 0],
      [radius, 0, soft],
      [radiusTo, length, soft],
      [0, length, 0],
    ],
    material,
    { steps: 28 },
  )
  bar.position.copy(a)
  bar.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), b.sub(a).normalize())
  return group(bar)
}

/**
 * A bar along a curve. `size` is a radius, [width, height], or a function of the way along the
 * curve that gives either. The section is an ellipse, or a strap with `square`.
 * A `solid` bar throws its shadow from behind, so that flat sides bear none of their own.
 */
export function along(points, size, material, options = {}) {
  const {
    closed = false,
    steps = 56,
    ring = 12,
    square = false,
    solid = false,
    up,
    tension = 0.5,
    where,
  } = options
  const curve = points.isCurve
    ? points
    : new THREE.CatmullRomCurve3(
        points.map((p) => new THREE.Vector3(...p)),
        closed,
        'catmullrom',
        tension,
      )
  const frames = up
    ? fixedFrames(curve, steps, new THREE.Vector3(...up))
    : curve.computeFrenetFrames(steps, closed)
  const positions = []
  const uvs = []
  const indices = []
  const section = sectionOf(ring, square)
  const push = (centre, n, share) => {
    const [w, h] = pair(typeof size === 'function' ? size(n / steps) : size)
    for (const [sx, sy] of section) {
      const at = centre
        .clone()
        .addScaledVector(frames.binormals[n], sx * w * share)
        .addScaledVector(frames.normals[n], sy * h * share)
      positions.push(at.x, at.y, at.z)
      uvs.push(n / steps, sx)
    }
  }
  const rings = []
  if (!closed) for (const k of [0, 0.5, 0.85]) rings.push([0, k, -1])
  for (let n = 0; n <= steps; n++) rings.push([n, 1, 0])
  if (!closed) for (const k of [0.85, 0.5, 0]) rings.push([steps, k, 1])
  for (const [n, share, end] of rings) {
    const centre = curve.getPointAt(n / steps)
    if (end) {
      const [w, h] = pair(typeof size === 'function' ? size(n / steps) : size)
      const round = options.flatEnds ? 0.02 : Math.min(w, h) * 0.9
      centre.addScaledVector(
        curve.getTangentAt(n / steps),
        end * round * Math.sqrt(1 - share * share),
      )
    }
    push(centre, n, Math.max(share, 0.001))
  }
  const count = section.length
  for (let a = 0; a < rings.length - 1; a++) {
    for (let b = 0; b < count; b++) {
      const [p, q] = [a * count + b, a * count + ((b + 1) % count)]
      if (solid && up) indices.push(p, q, p + count, q, q + count, p + count)
      else indices.push(p, p + count, q, q, p + count, q + count)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return mesh(geometry, solid ? material : bothSides(material), where)
}

const pair = (size) => (Array.isArray(size) ? size : [size, size])

function sectionOf(ring, square) {
  const out = []
  const count = square ? 16 : ring
  for (let n = 0; n < count; n++) {
    const turn = (n / count) * Math.PI * 2
    const power = square ? 0.35 : 1
    const bend = (v) => Math.sign(v) * Math.abs(v) ** power
    out.push([bend(Math.cos(turn)), bend(Math.sin(turn))])
  }
  return out
}

function fixedFrames(curve, steps, up) {
  const frames = { normals: [], binormals: [] }
  for (let n = 0; n <= steps; n++) {
    const way = curve.getTangentAt(n / steps)
    const side = way.clone().cross(up).normalize()
    frames.binormals.push(up.clone().addScaledVector(way, -up.dot(way)).normalize())
    frames.normals.push(side)
  }
  return frames
}

/** The same material, visible from inside too. */
export function bothSides(material) {
  if (material.side === THREE.DoubleSide) return material
  material.side = THREE.DoubleSide
  return material
}

/** A flat shape cut from a sheet; stands upright, centred in depth. */
export function cutOut(shape, depth, material, { bevel = 0.015, where, curveSegments = 24 } = {}) {
  const soft = Math.min(bevel, depth / 2.2)
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: depth - soft * 2,
    bevelEnabled: true,
    bevelSize: soft,
    bevelOffset: -soft,
    bevelThickness: soft,
    bevelSegments: 4,
    curveSegments,
  })
  geometry.translate(0, 0, -depth / 2 + soft)
  return mesh(geometry, material, where)
}

/** The same, lying on the floor with its underside at `y`. */
export function lying(shape, height, material, { bevel, y = 0, x = 0, z = 0, turn = 0 } = {}) {
  const flat = cutOut(shape, height, material, { bevel })
  flat.rotation.x = -Math.PI / 2
  return place(group(flat), { at: [x, y + height / 2, z], turn: [0, turn, 0] })
}

export function rectangle(width, height, radius, x = 0, y = 0) {
  const r = Math.min(radius, width / 2, height / 2)
  const shape = new THREE.Shape()
  const [l, b] = [x - width / 2, y - height / 2]
  shape.moveTo(l + r, b)
  shape.lineTo(l + width - r, b)
  shape.absarc(l + width - r, b + r, r, -Math.PI / 2, 0)
  shape.lineTo(l + width, b + height - r)
  shape.absarc(l + width - r, b + height - r, r, 0, Math.PI / 2)
  shape.lineTo(l + r, b + height)
  shape.absarc(l + r, b + height - r, r, Math.PI / 2, Math.PI)
  shape.lineTo(l, b + r)
  shape.absarc(l + r, b + r, r, Math.PI, Math.PI * 1.5)
  return shape
}

export function circle(radius, x = 0, y = 0) {
  const shape = new THREE.Shape()
  shape.absarc(x, y, radius, 0, Math.PI * 2)
  return shape
}

export const polygon = (points) => new THREE.Shape(points.map(([x, y]) => new THREE.Vector2(x, y)))

export const smoothShape = (points) =>
  new THREE.Shape(
    new THREE.CatmullRomCurve3(
      points.map(([x, y]) => new THREE.Vector3(x, y, 0)),
      true,
      'centripetal',
    )
      .getPoints(140)
      .map((p) => new THREE.Vector2(p.x, p.y)),
  )

/** A closed or open surface given by a function of u and v. */
export function surface(at, across, down, material, where) {
  const positions = []
  const uvs = []
  const indices = []
  for (let b = 0; b <= down; b++) {
    for (let a = 0; a <= across; a++) {
      positions.push(...at(a / across, b / down))
      uvs.push(a / across, b / down)
    }
  }
  for (let b = 0; b < down; b++) {
    for (let a = 0; a < across; a++) {
      const p = b * (across + 1) + a
      indices.push(p, p + across + 1, p + 1, p + 1, p + across + 1, p + across + 2)
    }
  }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2))
  geometry.setIndex(indices)
  geometry.computeVertexNormals()
  return mesh(geometry, bothSides(material), where)
}

/** A rounded body between box and ball: power 1 is a ball, smaller is squarer. */
export function blob([rx, ry, rz], power, material, where, bend) {
  const soft = (v, p) => Math.sign(v) * Math.abs(v) ** p
  const [px, py] = Array.isArray(power) ? power : [power, power]
  const sphere = new THREE.SphereGeometry(1, 56, 36)
  const position = sphere.attributes.position
  for (let n = 0; n < position.count; n++) {
    const [x, y, z] = [position.getX(n), position.getY(n), position.getZ(n)]
    const high = Math.asin(Math.max(-1, Math.min(1, y)))
    const around = Math.atan2(z, x)
    const flat = soft(Math.cos(high), py)
    let at = [
      soft(Math.cos(around), px) * flat * rx,
      soft(Math.sin(high), py) * ry,
      soft(Math.sin(around), px) * flat * rz,
    ]
    if (bend) at = bend(at)
    position.setXYZ(n, ...at)
  }
  sphere.computeVertexNormals()
  closeSeam(sphere, 56, 36)
  return mesh(sphere, material, where)
}

function closeSeam(geometry, across, down) {
  const normal = geometry.attributes.normal
  for (let row = 0; row <= down; row++) {
    const [a, b] = [row * (across + 1), row * (across + 1) + across]
    const mean = new THREE.Vector3(
      normal.getX(a) + normal.getX(b),
      normal.getY(a) + normal.getY(b),
      normal.getZ(a) + normal.getZ(b),
    ).normalize()
    normal.setXYZ(a, mean.x, mean.y, mean.z)
    normal.setXYZ(b, mean.x, mean.y, mean.z)
  }
}

/** Moves every vertex; for dents, folds and unevenness. */
export function warp(part, change) {
  const position = part.geometry.attributes.position
  for (let n = 0; n < position.count; n++) {
    position.setXYZ(n, ...change(position.getX(n), position.getY(n), position.getZ(n)))
  }
  part.geometry.computeVertexNormals()
  return part
}

export const ring = (radius, thick, material, where) =>
  mesh(new THREE.TorusGeometry(radius, thick, 14, 72), material, where)

export const ball = (radius, material, where) =>
  mesh(new THREE.SphereGeometry(radius, 36, 24), material, where)

/** Many copies of one thing, placed by a function. */
export function copies(count, make) {
  return group(Array.from({ length: count }, (_, n) => make(n, count)))
}

/** A sheet wrapped around a round body; `turn` is the share of the circle it covers. */
export function wrapped(radius, height, share, material, { y = 0, top = radius, facing = 0 } = {}) {
  const geometry = new THREE.CylinderGeometry(
    top,
    radius,
    height,
    48,
    1,
    true,
    -Math.PI * share + facing,
    Math.PI * 2 * share,
  )
  return mesh(geometry, material, { at: [0, y + height / 2, 0] })
}

/** A flat print, facing the camera side. */
export const sheet = (width, height, material, where) =>
  mesh(new THREE.PlaneGeometry(width, height), material, where)

/** A flat print on the floor. */
export const floorSheet = (width, height, material, { at = [0, 0, 0], turn = 0 } = {}) =>
  place(
    group(mesh(new THREE.PlaneGeometry(width, height), material, { turn: [-Math.PI / 2, 0, 0] })),
    { at, turn: [0, turn, 0] },
  )
