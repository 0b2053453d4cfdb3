import React from "react";
import { render } from "own";

render(<p>1</p>);
