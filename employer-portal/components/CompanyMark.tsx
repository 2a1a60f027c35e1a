import { type Appearance, monogramOf } from '#employer-portal/components/appearance.ts'
import { pictureUrl } from '#ui/lib/image-address.ts'

import css from './CompanyMark.module.css'

/** The company's logo, or without one its monogram and name. */
export function CompanyMark({ name, logo }: Pick<Appearance, 'logo'> & { name: string }) {
  if (logo !== '') {
    const width = logo.endsWith('.svg') ? undefined : 320
    return (
      <span className={css.tile}>
        <img src={pictureUrl(logo, width)} alt={name} />
      </span>
    )
  }
  return (
    <>
      <span className={css.monogram} aria-hidden="true">
        {monogramOf(name)}
      </span>
      <span className={css.name}>{name}</span>
    </>
  )
}
