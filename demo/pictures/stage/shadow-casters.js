import * as THREE from 'three'

/**
 * Joins everything that throws a full shadow into two meshes: a picture needs dozens of shadow
 * drawings, and a hamper has hundreds of parts. Only shadow maps see them.
 */
export function joinCasters(subject, partly) {
  subject.updateMatrixWorld(true)
  const apart = new Set(partly.map(([part]) => part))
  const heaps = { [THREE.FrontSide]: heap(), [THREE.DoubleSide]: heap(), [THREE.BackSide]: heap() }
  subject.traverse((part) => {
    if (!part.isMesh || !part.castShadow || apart.has(part)) return
    add(heaps[part.material.side], part)
    part.castShadow = false
  })
  return Object.entries(heaps)
    .filter(([, { positions }]) => positions.length)
    .map(([side, { positions, normals, indices }]) => {
      const geometry = new THREE.BufferGeometry()
      geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
      geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3))
      geometry.setIndex(new THREE.Uint32BufferAttribute(indices, 1))
      const joined = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ side: Number(side) }))
      joined.castShadow = true
      joined.frustumCulled = false
      joined.onBeforeShadow = () => geometry.setDrawRange(0, Infinity)
      joined.onAfterShadow = () => geometry.setDrawRange(0, 0)
      return joined
    })
}

const heap = () => ({ positions: [], normals: [], indices: [] })

function add({ positions, normals, indices }, part) {
  const { position, normal } = part.geometry.attributes
  const start = positions.length / 3
  const point = new THREE.Vector3()
  const turned = new THREE.Matrix3().getNormalMatrix(part.matrixWorld)
  for (let n = 0; n < position.count; n++) {
    point.fromBufferAttribute(position, n).applyMatrix4(part.matrixWorld)
    positions.push(point.x, point.y, point.z)
    if (normal) point.fromBufferAttribute(normal, n).applyMatrix3(turned)
    normals.push(point.x, point.y, point.z)
  }
  const index = part.geometry.index
  const count = index ? index.count : position.count
  for (let n = 0; n < count; n++) indices.push(start + (index ? index.getX(n) : n))
}
