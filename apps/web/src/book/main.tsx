import type { BookingPageView } from '@burrow/contracts/booking-page';
import { hydrateRoot } from 'react-dom/client';
import { BookPage } from './book-page.tsx';
import { tellHeight } from './frame-height.ts';
import './styles.css';
import { readVisitor } from './visitor.ts';

const root = document.getElementById('book');
const sent = document.getElementById('book-view')?.textContent;
if (root === null || sent == null) throw new Error('The document is not a booking page.');
const view = JSON.parse(sent) as BookingPageView;
if (view.is_embedded) tellHeight(root, view.sites);
const page = hydrateRoot(root, <BookPage view={view} visitor={null} />);
const visitor = readVisitor(view);
if (visitor !== null) page.render(<BookPage view={view} visitor={visitor} />);
