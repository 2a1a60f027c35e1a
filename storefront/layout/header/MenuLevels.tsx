import { useEffect, useRef, useState } from 'react'

import type { NavigationItem } from '#contract/content/content.shop.ts'
import { categoryPath } from '#storefront/layout/header/category-links.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './MobileMenu.module.css'

type MenuLevelsProps = { items: readonly NavigationItem[]; texts: PageTexts }

/** The levels of the menu. Their links replace the menu's history entry, so that going back does not open it again. */
export function MenuLevels({ items, texts }: MenuLevelsProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const category = items.find(({ id }) => id === openId)
  const box = useRef<HTMLElement>(null)
  const previousId = useRef<string | null>(null)

  // The pressed button disappears with its level, so the focus moves to the new level.
  useEffect(() => {
    if (previousId.current === openId) return
    const target = openId === null ? `[data-category="${previousId.current}"]` : '[data-back]'
    box.current?.querySelector<HTMLElement>(target)?.focus()
    previousId.current = openId
  }, [openId])

  return (
    <nav ref={box} aria-label={texts.text('menuLabel')}>
      {category ? (
        <CategoryLevel category={category} texts={texts} back={() => setOpenId(null)} />
      ) : (
        <ul className={css.list}>
          {items.map((item) => (
            <li key={item.id}>
              {item.childNavItems.length > 0 ? (
                <button
                  type="button"
                  className={css.row}
                  data-category={item.id}
                  onClick={() => setOpenId(item.id)}
                >
                  {item.title}
                  <Icon name="chevron-right" />
                </button>
              ) : (
                <ShopLink to={categoryPath(item)} className={css.row} replace>
                  {item.title}
                </ShopLink>
              )}
            </li>
          ))}
          <li>
            <ShopLink to="/orders" className={css.row} replace>
              {texts.jsx('ordersLabel')}
              <Icon name="parcel" />
            </ShopLink>
          </li>
        </ul>
      )}
    </nav>
  )
}

type CategoryLevelProps = { category: NavigationItem; texts: PageTexts; back: () => void }

const CategoryLevel = ({ category, texts, back }: CategoryLevelProps) => (
  <>
    <button type="button" className={css.back} data-back onClick={back}>
      <Icon name="arrow-left" />
      {texts.jsx('backLabel')}
    </button>
    <h3 className={css.title}>{category.title}</h3>
    <ul className={css.list}>
      {category.childNavItems.map((child) => (
        <li key={child.id}>
          <ShopLink to={categoryPath(child)} className={css.row} replace>
            {child.title}
          </ShopLink>
        </li>
      ))}
      <li>
        <ShopLink to={categoryPath(category)} className={css.row} replace>
          <strong>{texts.jsx('allGifts', { category: category.title })}</strong>
        </ShopLink>
      </li>
    </ul>
  </>
)
