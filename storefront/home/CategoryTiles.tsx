import type { HomeCategory } from '#contract/content/content.shop.ts'
import { LOCAL } from '#storefront/storage/browser-storage.ts'
import { tileAddress } from '#storefront/home/tile-address.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useStored } from '#storefront/storage/use-stored.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './CategoryTiles.module.css'

const MAIN_SLOTS = 6
const EXTRA_SLOTS = 3

/** Up to nine categories: six large ones and three extra. */
export function CategoryTiles({
  texts,
  categories,
}: {
  texts: PageTexts
  categories: HomeCategory[]
}) {
  const main = categories.filter(({ extra }) => !extra).slice(0, MAIN_SLOTS)
  const extra = categories.filter(({ extra }) => extra).slice(0, EXTRA_SLOTS)
  if (main.length + extra.length === 0) return null
  return (
    <section className={css.section} aria-labelledby="categories-title">
      <h2 id="categories-title" className={css.heading}>
        {texts.jsx('categoriesTitle')}
      </h2>
      <ul className={css.tiles}>
        {[...main, ...extra].map((category, index) => (
          <li key={category.code} className={category.extra ? css.extra : css.main}>
            <CategoryTile
              category={category}
              isFirst={index === 0}
              button={texts.text('categoryButton')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryTile({
  category,
  isFirst,
  button,
}: {
  category: HomeCategory
  /** The first tile is larger than the others. */
  isFirst: boolean
  button: string
}) {
  // The channel's setting, stored at login, removes the blur.
  const isClear = useStored(LOCAL.blurCategoryImages) === 'true'
  const title = category.firstText || category.bannerText1.value_string
  const line = category.secondText || category.bannerText2.value_string
  return (
    <ShopLink
      className={css.tile}
      to={tileAddress('categoryCode', category.code, category.tagId)}
      data-blurred={isClear ? undefined : true}
    >
      <Picture
        className={css.picture}
        file={category.media || category.bannerImage}
        alt={category.media ? category.mediaAlt : category.bannerAlt}
        sizes={
          isFirst
            ? '(width < 48rem) 100vw, (width < 80rem) 50vw, 580px'
            : '(width < 48rem) 50vw, (width < 80rem) 25vw, 290px'
        }
        ratio="auto"
      />
      <span className={css.label}>
        <span className={css.title}>{title}</span>
        {line ? <span className={css.line}>{line}</span> : null}
        <span className="visually-hidden">{button}</span>
      </span>
    </ShopLink>
  )
}
