import sharp from 'sharp'

/** A WebP with two frames. */
export async function animatedImage(): Promise<Buffer> {
  const still = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const pictures = await Promise.all(['#f00', '#00f'].map(still))
  return sharp(pictures, { join: { animated: true } })
    .webp()
    .toBuffer()
}
