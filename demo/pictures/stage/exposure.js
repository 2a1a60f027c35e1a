import * as THREE from 'three'

const corner = `varying vec2 at; void main() { at = uv; gl_Position = vec4( position.xy, 0.0, 1.0 ); }`

/** Adds passes up in floating point, then develops the mean into a picture. */
export function buildExposure(renderer, width, height) {
  const options = { type: THREE.HalfFloatType, depthBuffer: true, minFilter: THREE.LinearFilter }
  const once = new THREE.WebGLRenderTarget(width, height, options)
  const sum = new THREE.WebGLRenderTarget(width, height, {
    type: THREE.FloatType,
    depthBuffer: false,
  })
  const paper = new THREE.WebGLRenderTarget(width, height, options)
  const picture = new THREE.WebGLRenderTarget(width, height, { depthBuffer: false })
  const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1)
  const sheet = new THREE.Mesh(new THREE.PlaneGeometry(2, 2))
  const adding = new THREE.ShaderMaterial({
    uniforms: { pass: { value: once.texture }, share: { value: 1 } },
    vertexShader: corner,
    fragmentShader: `uniform sampler2D pass; uniform float share; varying vec2 at;
      void main() { gl_FragColor = vec4( min( texture2D( pass, at ).rgb, vec3( 6.0 ) ) * share, 1.0 ); }`,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
    depthTest: false,
    depthWrite: false,
  })
  const developing = new THREE.ShaderMaterial({
    uniforms: { light: { value: sum.texture }, exposure: { value: 1 }, vignette: { value: 0.1 } },
    vertexShader: corner,
    fragmentShader: `uniform sampler2D light; uniform float exposure; uniform float vignette; varying vec2 at;
      ${film}
      void main() {
        vec2 off = at - 0.5;
        vec3 c = texture2D( light, at ).rgb * exposure * ( 1.0 - vignette * dot( off, off ) * 2.0 );
        c = film( c );
        c = mix( c * 12.92, 1.055 * pow( max( c, vec3( 0.0031308 ) ), vec3( 1.0 / 2.4 ) ) - 0.055, step( vec3( 0.0031308 ), c ) );
        float grain = fract( sin( dot( gl_FragCoord.xy, vec2( 12.9898, 78.233 ) ) ) * 43758.5453 ) - 0.5;
        gl_FragColor = vec4( c + grain / 255.0, 1.0 );
      }`,
    depthTest: false,
  })

  const copying = new THREE.ShaderMaterial({
    uniforms: { light: { value: paper.texture } },
    vertexShader: corner,
    fragmentShader: `uniform sampler2D light; varying vec2 at; void main() { gl_FragColor = vec4( texture2D( light, at ).rgb, 1.0 ); }`,
    depthTest: false,
    depthWrite: false,
  })

  function draw(material, target) {
    sheet.material = material
    renderer.setRenderTarget(target)
    renderer.autoClear = false
    renderer.render(sheet, camera)
    renderer.autoClear = true
  }

  function within(target, [x, y, w, h]) {
    target.scissorTest = true
    target.scissor.set(x, y, w, h)
  }

  return {
    /** Paper first, everywhere; what follows touches only the frame of the subject. */
    start(backdrop, view, frame) {
      renderer.setRenderTarget(paper)
      renderer.render(backdrop, view)
      sum.scissorTest = false
      draw(copying, sum)
      within(sum, frame)
      within(once, frame)
      renderer.setRenderTarget(sum)
      renderer.setClearColor(0, 0)
      renderer.clear()
    },
    add(scene, view, share) {
      renderer.setRenderTarget(once)
      renderer.clear(false, true, false)
      draw(copying, once)
      renderer.autoClear = false
      renderer.render(scene, view)
      renderer.autoClear = true
      adding.uniforms.share.value = share
      draw(adding, sum)
    },
    develop(exposure, vignette) {
      developing.uniforms.exposure.value = exposure
      developing.uniforms.vignette.value = vignette
      draw(developing, picture)
      const pixels = new Uint8Array(width * height * 4)
      renderer.readRenderTargetPixels(picture, 0, 0, width, height, pixels)
      return pixels
    },
  }
}

/** A gentle shoulder that keeps hues: colours stay true until they get very bright. */
const film = `
vec3 film( vec3 c ) {
  float x = min( c.r, min( c.g, c.b ) );
  float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
  c -= offset * 0.35;
  float peak = max( c.r, max( c.g, c.b ) );
  float start = 0.72;
  if ( peak < start ) return c;
  float d = 1.0 - start;
  float next = 1.0 - d * d / ( peak + d - start );
  c *= next / peak;
  float g = 1.0 - 1.0 / ( 0.18 * ( peak - next ) + 1.0 );
  return mix( c, vec3( next ), g );
}`
