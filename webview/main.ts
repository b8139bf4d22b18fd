// Where the page begins: it draws an empty page, and the wire tells the host that it listens.
import './language';
import { HostConnection } from './connection';
import { Page } from './page';

const connection = new HostConnection();
new Page(document.body, connection);
