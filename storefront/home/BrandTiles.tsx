import type { HomeBrand } from '#contract/content/content.shop.ts'
import { LOCAL } from '#storefront/storage/browser-storage.ts'
import { tileAddress } from '#storefront/home/tile-address.ts'
import { useAutoplay } from '#storefront/home/use-autoplay.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './BrandTiles.module.css'

const SLOTS = 9
const AUTOPLAY_MS = 3000

/** On a small screen a row of three and a half brands that scrolls automatically, else nine side by side. */
export function BrandTiles({ texts, brands }: { texts: PageTexts; brands: HomeBrand[] }) {
  const { row, isScrollable, isPlaying, toggle } = useAutoplay(AUTOPLAY_MS)
  // The channel's setting, stored at login, removes the blur.
  const isClear = useStored(LOCAL.blurCategoryImages) === 'true'
  if (brands.length === 0) return null
  return (
    <section className={css.section} aria-labelledby="brands-title">
      <div className={css.head}>
        <h2 id="brands-title" className={css.heading}>
          {texts.jsx('brandsTitle')}
        </h2>
        {isScrollable ? (
          <IconButton
            icon={isPlaying ? 'pause' : 'play'}
            label={texts.text(isPlaying ? 'pauseBrands' : 'playBrands')}
            onClick={toggle}
          />
        ) : null}
      </div>
      <ul className={css.row} ref={row}>
        {brands.slice(0, SLOTS).map((brand) => (
          <li key={brand.brandId} className={css.slot}>
            <ShopLink
              className={css.tile}
              to={tileAddress('brandId', brand.brandId, brand.tagIds)}
              data-blurred={isClear ? undefined : true}
            >
              <Picture
                className={css.picture}
                file={brand.media || brand.brandBannerImage}
                alt={brand.media ? brand.mediaAlt : brand.bannerAlt}
                sizes="(width < 48rem) 28vw, 130px"
                fit={(brand.media || brand.brandBannerImage).endsWith('.svg') ? 'contain' : 'cover'}
              />
              <span className={css.title}>{brand.title}</span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
