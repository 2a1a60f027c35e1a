import { hasPicture } from '#ui/picture-address.ts'
import { Picture } from '#ui/Picture.tsx'
import css from './PictureBanner.module.css'

/** A calm strip above a page; where there is no picture there is no strip. */
export function PictureBanner({ file, alt = '' }: { file: string; alt?: string }) {
  if (!hasPicture(file)) return null
  return (
    <div className={css.banner}>
      <Picture file={file} alt={alt} sizes="100vw" ratio="auto" className={css.picture} eager />
    </div>
  )
}
