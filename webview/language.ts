// Sets the page's language as the first thing of all: modules hold strings that they ask for as
// they are loaded. The host writes both into the page's HTML (src/editor/page.ts).
import { setLanguage } from './l10n';

setLanguage(document.documentElement.lang, document.getElementById('l10n')?.textContent ?? '');
