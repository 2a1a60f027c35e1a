import sharp from 'sharp'

/** Lays pictures out in a grid with their names, for looking at. */
export async function contactSheet(pictures, { columns = 6, cell = 300, file }) {
  const rows = Math.ceil(pictures.length / columns)
  const parts = await Promise.all(
    pictures.map(async ({ name, image }, n) => ({
      input: await sharp(image)
        .resize(cell, cell, { fit: 'contain', background: '#ffffff' })
        .composite([{ input: caption(name, cell), left: 0, top: 0 }])
        .png()
        .toBuffer(),
      left: (n % columns) * cell,
      top: Math.floor(n / columns) * cell,
    })),
  )
  await sharp({
    create: { width: columns * cell, height: rows * cell, channels: 3, background: '#fff' },
  })
    .composite(parts)
    .png()
    .toFile(file)
}

function caption(name, cell) {
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return Buffer.from(
    `<svg width="${cell}" height="20"><text x="6" y="14" font-family="sans-serif" font-size="12" fill="#333">${text}</text></svg>`,
  )
}
