import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import { cardPicture } from '#storefront/images/card-image.ts'
import { GiftBand } from '#storefront/catalog/gift/GiftBand.tsx'
import { GiftPoints, GiftTitle } from '#storefront/catalog/gift/GiftTitle.tsx'
import { IMAGE_SIZES } from '#storefront/images/image-sizes.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { Picture } from '#ui/components/Image.tsx'
import { Skeleton } from '#ui/components/Skeleton.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import gallery from './Gallery.module.css'
import css from './GiftDetail.module.css'

/** The page before the gift has loaded: data from a list, and placeholders for the other parts. */
export function GiftLoading({ gift }: { gift: ProductCard | undefined }) {
  const banner = useStored(SESSION.bannerImage)
  return (
    <div className={css.page} aria-busy="true">
      <GiftBand file={banner ?? ''}>
        {/* As high as the breadcrumb, so that the picture below does not move. */}
        <Skeleton height="calc(1.55 * var(--text-xs) + 0.5rem)" width="min(22rem, 80%)" />
      </GiftBand>
      <div className={css.gift}>
        <div className={css.gallery}>
          <div className={gallery.gallery}>
            {(gift?.picture_count ?? 2) > 1 ? <div className={gallery.chooser} /> : null}
            <div className={gallery.frame}>
              {gift ? (
                <Picture
                  file={cardPicture(gift)}
                  alt={gift.name}
                  sizes={IMAGE_SIZES}
                  eager
                  className={gallery.picture}
                  fallbackText={gift.brand_name || gift.brand}
                />
              ) : (
                <Skeleton ratio="1 / 1" />
              )}
            </div>
          </div>
        </div>
        <div className={css.facts}>
          {gift ? (
            <GiftTitle gift={{ ...gift, brand: gift.brand_name || gift.brand }} />
          ) : (
            <>
              <Skeleton height="1.2rem" width="30%" />
              <Skeleton height="3rem" width="80%" />
              <Skeleton height="1.6rem" width="45%" />
            </>
          )}
          <Skeleton height="6rem" />
          {gift ? <GiftPoints points={gift.points} quantity={1} /> : null}
          <Skeleton height="3rem" width="60%" />
          <Spinner />
        </div>
      </div>
    </div>
  )
}
