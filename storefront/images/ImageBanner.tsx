import { hasPicture } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './ImageBanner.module.css'

/** A banner above a page; nothing without an image. */
export function ImageBanner({ file, alt = '' }: { file: string; alt?: string }) {
  if (!hasPicture(file)) return null
  return (
    <div className={css.banner}>
      <Picture file={file} alt={alt} sizes="100vw" ratio="auto" className={css.picture} eager />
    </div>
  )
}
