/**
 * The tile of a gift without an image: a gift box of 176 × 176 pixels on no background, as in the icon `gift`. A PNG,
 * because Gmail and Outlook show no SVG.
 */
export const NO_PICTURE = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAALAAAACwBAMAAABdmfltAAAAMFBMVEVMaXGRf22Xg2yXg2yXg2yWgmyWg2yVg2qXgmuXg2yainGX',
    'g2yWg2yXgmyYgmuXg2wWS4pBAAAAD3RSTlMADoiZ3fxFH3frCL1dqziTt8yaAAAACXBIWXMAAAsTAAALEwEAmpwYAAABfklEQVRo',
    '3u3YvUrDUBjG8ZPiZ6yS0bH0BhxcnIyDH2MdvAAHSUcdpOBkxc2lbg4K6SiI4KoI7SpSdBahghfgkKINtT6eJJgqJIOcExB5fkPy',
    'dvlTzkkTUiGIiIiIiIiIiIiI6HemL9ce69FotpaO93R18y6Ak2i+kaPf1BSuIfAQjOfh2NXTHQlj6MnFMBvRvK4lPATMV9rAlRBn',
    'QL/8DCxoCb/gXYgpF54QNvwnIe7woSU8gwt53AaaeWBFjhOaFtlGVR5HXRztwN+SYy748lrCheC0iX4br0JjuBbtVS64HArRbnY1',
    'bV7YMUpAx4oWXcPmVRxnA7h2JBvwgvMtsOw4ZbXuGFJVlcLj6eFDpfBwenhVMdxZjAGDuaQcfotnA7DiD7sMM5xB2CvGgMFsK4cz',
    '++VlFJ5MD98rhY19YPbLj3HOUrshf7sUkkeGGWaYYYYZ/j/h5IephnAy1bCZFq6rvug1krs95TfI02KiA/5TRkRERERERERERPQX',
    'fAKzjTOaixgKlAAAAABJRU5ErkJggg==',
  ].join(''),
  'base64',
)

export const NO_PICTURE_NAME = 'gift.png'
