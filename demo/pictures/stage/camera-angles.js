import * as THREE from 'three'

/** Where the camera stands: degrees around and above, lens, share of the frame that is filled. */
export const angles = {
  front: { around: 0, above: 12 },
  'three-quarter': { around: 28, above: 17 },
  left: { around: -32, above: 15 },
  low: { around: -14, above: 7 },
  side: { around: 90, above: 10 },
  back: { around: 152, above: 18 },
  high: { around: 20, above: 38 },
  top: { around: 0, above: 74 },
  detail: { around: 24, above: 20, zoom: 1.8, blur: 0.05, passes: 12 },
}

export function pointCamera(camera, group, view) {
  const turn = THREE.MathUtils.degToRad(view.around)
  const rise = THREE.MathUtils.degToRad(view.above)
  const way = new THREE.Vector3(
    Math.sin(turn) * Math.cos(rise),
    Math.sin(rise),
    Math.cos(turn) * Math.cos(rise),
  )
  const points = outline(group)
  const target = new THREE.Box3().setFromPoints(points).getCenter(new THREE.Vector3())
  camera.fov = view.lens ?? 20
  camera.updateProjectionMatrix()
  const fill = view.fill ?? 0.75
  let distance = 8
  const right = new THREE.Vector3()
  const up = new THREE.Vector3()
  const half = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2))
  for (let step = 0; step < 7; step++) {
    camera.position.copy(target).addScaledVector(way, distance)
    camera.lookAt(target)
    camera.updateMatrixWorld()
    const seen = new THREE.Box2()
    for (const point of points) {
      const at = point.clone().project(camera)
      seen.expandByPoint(new THREE.Vector2(at.x * camera.aspect, at.y))
    }
    const middle = seen.getCenter(new THREE.Vector2())
    const size = seen.getSize(new THREE.Vector2())
    right.setFromMatrixColumn(camera.matrixWorld, 0)
    up.setFromMatrixColumn(camera.matrixWorld, 1)
    const drop = view.drop ?? 0.06
    target.addScaledVector(right, (middle.x + (view.slide ?? 0) * camera.aspect) * half * distance)
    target.addScaledVector(up, (middle.y + drop) * half * distance)
    distance *= Math.max(size.x / (2 * fill * camera.aspect), size.y / (2 * fill))
  }
  if (view.zoom) {
    const box = new THREE.Box3().setFromPoints(points)
    const aim = view.aim ?? [0.5, 0.62, 0.6]
    const size = box.getSize(new THREE.Vector3())
    target.set(
      box.min.x + size.x * aim[0],
      box.min.y + size.y * aim[1],
      box.min.z + size.z * aim[2],
    )
    distance /= view.zoom
  }
  camera.position.copy(target).addScaledVector(way, distance)
  camera.lookAt(target)
  camera.near = Math.max(0.05, distance - 8)
  camera.far = distance + 40
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld()
  return { target, distance }
}

/** A few hundred vertices that show how large the subject is in the picture. */
function outline(group) {
  const points = []
  group.updateMatrixWorld(true)
  group.traverse((part) => {
    if (!part.isMesh || part.userData.unframed) return
    const position = part.geometry.attributes.position
    const step = Math.max(1, Math.floor(position.count / 160))
    const add = (matrix) => {
      for (let n = 0; n < position.count; n += step) {
        points.push(new THREE.Vector3().fromBufferAttribute(position, n).applyMatrix4(matrix))
      }
    }
    if (part.isInstancedMesh) {
      const own = new THREE.Matrix4()
      for (let n = 0; n < part.count; n += 3) {
        part.getMatrixAt(n, own)
        add(own.clone().premultiply(part.matrixWorld))
      }
    } else add(part.matrixWorld)
  })
  return points
}

/** The part of the picture, in pixels, in which the subject can be; the rest is paper only. */
export function frameOf(subject, camera, width, height) {
  const seen = new THREE.Box2()
  const at = new THREE.Vector3()
  let behind = false
  subject.traverse((part) => {
    if (!part.isMesh) return
    const { position } = part.geometry.attributes
    for (let n = 0; n < position.count; n += 2) {
      at.fromBufferAttribute(position, n).applyMatrix4(part.matrixWorld)
      at.applyMatrix4(camera.matrixWorldInverse)
      if (at.z > -camera.near) behind = true
      at.applyMatrix4(camera.projectionMatrix)
      seen.expandByPoint(at)
    }
  })
  if (behind) return [0, 0, width, height]
  const edge = (v, size, way) =>
    Math.round(Math.max(0, Math.min(size, (v * 0.5 + 0.5) * size + way * size * 0.03)))
  const [left, right] = [edge(seen.min.x, width, -1), edge(seen.max.x, width, 1)]
  const [low, high] = [edge(seen.min.y, height, -1), edge(seen.max.y, height, 1)]
  return [left, low, right - left, high - low]
}
