import * as THREE from 'three'

const SIZE = 768
const LAMPS = 26

/**
 * The soft shadow on the floor, drawn once per picture: the subject is flattened onto the floor
 * along the rays of many lamps, and the silhouettes are added up. Red is the key, green the sky.
 */
export function buildFloorShade(renderer) {
  const target = new THREE.WebGLRenderTarget(SIZE, SIZE, {
    type: THREE.HalfFloatType,
    depthBuffer: true,
  })
  const material = new THREE.ShaderMaterial({
    uniforms: { share: { value: new THREE.Color() }, layer: { value: 0 } },
    vertexShader: `uniform float layer;
      void main() {
        vec4 local = vec4( position, 1.0 );
        #ifdef USE_INSTANCING
          local = instanceMatrix * local;
        #endif
        vec4 flatAt = projectionMatrix * modelMatrix * local;
        gl_Position = vec4( flatAt.xy, layer, 1.0 );
      }`,
    fragmentShader: `uniform vec3 share; void main() { gl_FragColor = vec4( share, 1.0 ); }`,
    side: THREE.DoubleSide,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    depthFunc: THREE.LessDepth,
  })
  const camera = new THREE.Camera()

  function draw(scene, { keyAt, skyAt, casters, reach: wish }) {
    const reach = (wish ?? 2.6) * 1.35
    const hidden = []
    scene.traverse((part) => {
      if (
        part.isMesh &&
        part.visible &&
        !part.castShadow &&
        !casters.some(([one]) => one === part)
      ) {
        hidden.push(part)
        part.visible = false
      }
    })
    const surroundings = scene.environment
    const background = scene.background
    scene.environment = null
    scene.background = null
    scene.overrideMaterial = material
    renderer.setRenderTarget(target)
    renderer.setClearColor(0, 0)
    renderer.clear()
    renderer.autoClear = false
    renderer.shadowMap.enabled = false
    for (let n = 0; n < LAMPS * 2; n++) {
      const key = n % 2 === 0
      const lamp = n >> 1
      const way = key ? keyAt(lamp) : skyAt(lamp)
      const [lean, tilt] = [way.x / way.y, way.z / way.y]
      // prettier-ignore
      camera.projectionMatrix.set(
        1 / reach, -lean / reach, 0, 0,
        0, tilt / reach, -1 / reach, 0,
        0, 0, 0, 0,
        0, 0, 0, 1,
      )
      camera.projectionMatrixInverse.copy(camera.projectionMatrix)
      material.uniforms.share.value.setRGB(key ? 1 / LAMPS : 0, key ? 0 : 1 / LAMPS, 0)
      material.uniforms.layer.value = 1 - (2 * (n + 1)) / (LAMPS * 2 + 2)
      for (const [part, share] of casters) part.visible = (lamp * 0.618034) % 1 < share
      renderer.render(scene, camera)
    }
    renderer.autoClear = true
    renderer.shadowMap.enabled = true
    scene.overrideMaterial = null
    scene.environment = surroundings
    scene.background = background
    for (const part of hidden) part.visible = true
    for (const [part] of casters) part.visible = true
    return { texture: target.texture, reach }
  }
  return { draw }
}
