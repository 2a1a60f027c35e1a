import { lazy, Suspense } from 'react'

import type { NavigationItem } from '#contract/content/content.shop.ts'
import { useSheet } from '#storefront/router/use-sheet.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { IconButton } from '#ui/components/IconButton.tsx'
import css from './MobileMenu.module.css'

/** The levels load when the user is about to open the menu. */
const loadLevels = () => import('#storefront/layout/header/MenuLevels.tsx')
const MenuLevels = lazy(async () => ({ default: (await loadLevels()).MenuLevels }))
// If this fails, it is loaded again on use, and fails there.
const prepareLevels = () => void loadLevels().catch(() => {})

/** On small screens: the categories, then the subcategories of the selected one. */
export function MobileMenu({ items }: { items: readonly NavigationItem[] }) {
  const texts = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const { open, show, hide } = useSheet('menu')
  return (
    <div className={css.menu}>
      <IconButton
        icon="menu"
        label={texts.text('menuLabel')}
        aria-haspopup="dialog"
        onPointerEnter={prepareLevels}
        onFocus={prepareLevels}
        onClick={show}
      />
      <Dialog
        open={open}
        onClose={hide}
        side="left"
        title={texts.jsx('menuLabel')}
        closeLabel={common.text('close')}
      >
        <Suspense fallback={null}>
          <MenuLevels items={items} texts={texts} />
        </Suspense>
      </Dialog>
    </div>
  )
}
