import { useEffect, useRef, useState } from 'react'

import type { NavigationItem } from '#contract/content/content.shop.ts'
import { categoryPath } from '#storefront/layout/header/category-links.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './MobileMenu.module.css'

type MenuLevelsProps = { items: readonly NavigationItem[]; words: PageTexts }

/** Its links replace the menu's history entry, so that going back does not open the menu again. */
export function MenuLevels({ items, words }: MenuLevelsProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = items.find(({ id }) => id === chosenId)
  const box = useRef<HTMLElement>(null)
  const before = useRef<string | null>(null)

  // The pressed button has gone, so the focus moves to the level that replaced it, and back.
  useEffect(() => {
    if (before.current === chosenId) return
    const target = chosenId === null ? `[data-category="${before.current}"]` : '[data-back]'
    box.current?.querySelector<HTMLElement>(target)?.focus()
    before.current = chosenId
  }, [chosenId])

  return (
    <nav ref={box} aria-label={words.text('menuLabel')}>
      {chosen ? (
        <ChosenLevel chosen={chosen} words={words} back={() => setChosenId(null)} />
      ) : (
        <ul className={css.list}>
          {items.map((item) => (
            <li key={item.id}>
              {item.childNavItems.length > 0 ? (
                <button
                  type="button"
                  className={css.row}
                  data-category={item.id}
                  onClick={() => setChosenId(item.id)}
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
              {words.say('ordersLabel')}
              <Icon name="parcel" />
            </ShopLink>
          </li>
        </ul>
      )}
    </nav>
  )
}

type ChosenLevelProps = { chosen: NavigationItem; words: PageTexts; back: () => void }

const ChosenLevel = ({ chosen, words, back }: ChosenLevelProps) => (
  <>
    <button type="button" className={css.back} data-back onClick={back}>
      <Icon name="arrow-left" />
      {words.say('backLabel')}
    </button>
    <h3 className={css.title}>{chosen.title}</h3>
    <ul className={css.list}>
      {chosen.childNavItems.map((child) => (
        <li key={child.id}>
          <ShopLink to={categoryPath(child)} className={css.row} replace>
            {child.title}
          </ShopLink>
        </li>
      ))}
      <li>
        <ShopLink to={categoryPath(chosen)} className={css.row} replace>
          <strong>{words.say('allGifts', { category: chosen.title })}</strong>
        </ShopLink>
      </li>
    </ul>
  </>
)
