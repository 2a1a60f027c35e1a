import * as THREE from 'three'

/**
 * How far out of focus each point of a picture is, in pixels, with its distance: red and green of a texture.
 * Moving the camera over its lens would need dozens of passes where a room is deep.
 */
export function buildLensBlur(renderer, width, height) {
  const target = new THREE.WebGLRenderTarget(width, height, {
    type: THREE.HalfFloatType,
    depthBuffer: true,
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
  })
  const material = new THREE.ShaderMaterial({
    uniforms: { focus: { value: 8 }, strength: { value: 0 } },
    vertexShader: `varying float far;
      void main() {
        vec4 local = vec4( position, 1.0 );
        #ifdef USE_INSTANCING
          local = instanceMatrix * local;
        #endif
        vec4 seen = modelViewMatrix * local; far = - seen.z; gl_Position = projectionMatrix * seen;
      }`,
    fragmentShader: `uniform float focus; uniform float strength; varying float far;
      void main() { gl_FragColor = vec4( min( 22.0, strength * abs( far - focus ) / far ), far, 0.0, 1.0 ); }`,
    side: THREE.DoubleSide,
    blending: THREE.NoBlending,
  })

  return {
    target,
    measure(scenes, camera, { focus, strength }) {
      material.uniforms.focus.value = focus
      material.uniforms.strength.value = (strength * width) / 1200
      renderer.setRenderTarget(target)
      renderer.setClearColor(0, 0)
      renderer.clear()
      renderer.autoClear = false
      // What is drawn out of focus already stays as it is.
      const drawn = []
      for (const scene of scenes) {
        scene.traverse((part) => {
          if (!part.userData.drawnSoft || !part.visible) return
          drawn.push(part)
          part.visible = false
        })
      }
      const shadows = renderer.shadowMap.enabled
      renderer.shadowMap.enabled = false
      for (const scene of scenes) {
        const { background, environment } = scene
        Object.assign(scene, { background: null, environment: null, overrideMaterial: material })
        renderer.render(scene, camera)
        Object.assign(scene, { background, environment, overrideMaterial: null })
      }
      for (const part of drawn) part.visible = true
      renderer.shadowMap.enabled = shadows
      renderer.autoClear = true
      return target.texture
    },
  }
}
