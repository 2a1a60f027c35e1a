import * as THREE from 'three'
import { angles, frameOf, pointCamera } from './camera-angles.js'
import { buildExposure } from './exposure.js'
import { buildFloorShade } from './floor-shade.js'
import { toneOf } from './palette.js'
import { buildRoom } from './room.js'
import { joinCasters } from './shadow-casters.js'
import { installStudioShading } from './studio-shading.js'
import { buildLamps, disc, moods, seamlessPaper, spread, studioSurroundings } from './studio.js'
import { families } from '../families/all-families.js'
import { scenes } from '../scenes/all-scenes.js'

installStudioShading()
const renderer = new THREE.WebGLRenderer({ antialias: false, powerPreference: 'high-performance' })
renderer.shadowMap.enabled = true
renderer.shadowMap.type = THREE.BasicShadowMap
renderer.toneMapping = THREE.NoToneMapping
const surroundings = new Map()
const exposures = new Map()
const floorShade = buildFloorShade(renderer)

function takePicture(order) {
  const { width, height } = order
  const make = order.scene ? scenes[order.scene] : families[order.family]
  if (!make) throw new Error(`nobody knows how to make ${order.scene ?? order.family}`)
  const made = make(order.with ?? {})
  const mood = { ...moods[made.mood ?? order.mood ?? 'day'], ...made.light }
  const tone = toneOf(order.tone ?? made.ground)
  const view = {
    ...angles[order.angle ?? 'three-quarter'],
    ...(order.scene ? made.camera?.always : seenFrom(order.angle, made.camera?.always)),
    ...(made.camera?.[order.angle ?? 'three-quarter'] ?? {}),
    ...order.view,
  }
  const scene = new THREE.Scene()
  scene.environment = studioSurroundings(renderer, tone, mood, surroundings)
  const subject = normalised(made.group, made.size ?? 1.12)
  scene.add(subject)
  const casters = prepare(subject)
  const joined = joinCasters(subject, casters)
  for (const caster of joined) scene.add(caster)
  const { placeLamps, keyAt, skyAt } = buildLamps(
    scene,
    mood,
    tone,
    made.reach,
    made.reach > 3 || made.room ? 2048 : 1024,
  )
  if (made.gobo) scene.add(made.gobo)
  const backdrop = new THREE.Scene()
  backdrop.background = new THREE.Color(tone)
  const shade =
    made.table || made.backdrop === false
      ? { texture: null, reach: 1 }
      : floorShade.draw(scene, { keyAt, skyAt, casters, reach: made.reach })
  if (made.backdrop !== false && !made.room) {
    const paper = seamlessPaper(tone, mood, shade, made.paper)
    paper.position.y = -(made.paper?.below ?? 0)
    backdrop.add(paper)
  }
  for (const { geometry } of joined) geometry.setDrawRange(0, 0)
  for (const light of made.lights ?? []) scene.add(light)

  const camera = new THREE.PerspectiveCamera(20, width / height, 0.1, 60)
  const { target, distance } = pointCamera(camera, subject, view)
  if (made.room) {
    const lights = made.lights ?? []
    backdrop.add(buildRoom(made.room, { mood, tone, shade, lights, camera, distance }))
  }
  const key = `${width}x${height}`
  if (!exposures.has(key)) exposures.set(key, buildExposure(renderer, width, height))
  const exposure = exposures.get(key)
  renderer.setSize(width, height, false)
  exposure.start(backdrop, camera, frameOf(subject, camera, width, height))
  const passes = Math.max(
    2,
    Math.round((order.passes ?? view.passes ?? made.passes ?? 7) * (order.quality ?? 1)),
  )
  const stand = camera.position.clone()
  const blur = view.blur ?? 0.012
  for (let pass = 0; pass < passes; pass++) {
    placeLamps(pass)
    const [a, b] = spread(pass)
    const [lensX, lensY] = disc(a, b, blur * distance * 0.12)
    camera.position.copy(stand)
    camera.translateX(lensX)
    camera.translateY(lensY)
    camera.lookAt(target)
    camera.setViewOffset(width, height, (pass + 0.5) / passes - 0.5, b - 0.5, width, height)
    for (const [part, share] of casters) part.castShadow = (pass * 0.618034 + 0.3) % 1 < share
    exposure.add(scene, camera, 1 / passes)
  }
  camera.clearViewOffset()
  if (made.room) {
    exposure.focus([backdrop, scene], camera, { focus: distance, strength: view.focus })
  }
  const pixels = exposure.develop(
    (order.exposure ?? 1) * (mood.exposure ?? 1) * (made.exposure ?? 1),
    view.vignette ?? 0.16,
  )
  tidy(scene)
  tidy(backdrop)
  return pixels
}

/** A family that is best seen from higher or more from the front keeps to that in every angle. */
function seenFrom(name = 'three-quarter', always = {}) {
  const [angle, usual] = [angles[name], angles['three-quarter']]
  const share = Math.abs(angle.around) < 90 ? (always.around ?? usual.around) / usual.around : 1
  const rise = (always.above ?? usual.above) - usual.above
  return {
    ...always,
    around: angle.around * share,
    above: Math.min(84, angle.above + rise),
  }
}

/** Brings the subject to studio size and onto the floor. */
function normalised(subject, size) {
  subject.updateMatrixWorld(true)
  const whole = new THREE.Group()
  whole.add(subject)
  if (size === 'as-is') return whole
  const box = new THREE.Box3().setFromObject(subject, true)
  const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5)
  const scale = size / Math.max(half.length() * 0.82, half.y, half.x * 0.9)
  const middle = box.getCenter(new THREE.Vector3())
  subject.position.x -= middle.x
  subject.position.z -= middle.z
  subject.position.y -= box.min.y
  whole.scale.setScalar(scale)
  return whole
}

function prepare(subject) {
  const partly = []
  subject.traverse((part) => {
    if (!part.isMesh) return
    part.receiveShadow = part.userData.receives ?? true
    part.castShadow = part.userData.shade === undefined && !part.material.transparent
    if (part.material.transparent && part.userData.shade === undefined) part.renderOrder = 3
    if (part.userData.shade > 0) partly.push([part, part.userData.shade])
    if (part.material.emissiveIntensity > 1.2 && part.material.emissive?.getHex())
      part.castShadow = false
  })
  return partly
}

function tidy(scene) {
  scene.traverse((part) => {
    part.geometry?.dispose()
    part.shadow?.dispose?.()
    const materials = part.material ? [part.material].flat() : []
    for (const material of materials) {
      if (material.map) material.map.dispose()
    }
  })
}

/** Called by the render script; the pixels travel as they are, bottom row first. */
window.takePicture = async (order) => {
  const started = performance.now()
  const pixels = takePicture(order)
  const spent = performance.now() - started
  const answer = await fetch(`/pixels/${order.ticket}`, { method: 'POST', body: pixels })
  if (!answer.ok) throw new Error(`pixels of ${order.name} were refused`)
  return Math.round(spent)
}
window.knownFamilies = Object.keys(families)
